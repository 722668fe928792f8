import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./router";
import "./palette.css";
import "./style.css";

const target = document.getElementById("app");
if (target) {
	followLinks();
	mount(App, { target });
}
