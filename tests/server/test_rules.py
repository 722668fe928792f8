from __future__ import annotations

from xml.etree import ElementTree

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from ridotto.draw.rules import pictures
from ridotto.i18n import LANGUAGES, rules_texts, texts
from ridotto.server.handlers import add_handlers
from ridotto.server.routes.rules import router


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = FastAPI()
    app.include_router(router)
    add_handlers(app)
    return TestClient(app)


@pytest.mark.parametrize("name", pictures())
def test_every_picture_is_served_by_day_and_by_night(client: TestClient, name: str) -> None:
    by_day, by_night = (client.get(f"/api/pictures/{name}.svg", params={"theme": theme}) for theme in ("day", "night"))
    assert by_day.status_code == by_night.status_code == 200
    assert by_day.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(by_day.text).tag.endswith("svg")
    assert by_day.text != by_night.text
    assert by_day.headers["etag"] != by_night.headers["etag"]
    assert client.get(f"/api/pictures/{name}.svg").text == by_day.text, "day unless asked otherwise"


def test_a_known_picture_is_not_sent_twice(client: TestClient) -> None:
    first = client.get("/api/pictures/xq-jump.svg")
    again = client.get("/api/pictures/xq-jump.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/api/pictures/xq-jump.svg?theme=night", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200
    assert "max-age" in first.headers["cache-control"]


@pytest.mark.parametrize("path", ["/api/pictures/no-such.svg", "/api/pictures/..%2Fx.svg", "/api/texts/rules/xx.json"])
def test_what_there_is_not_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_theme_is_day_or_night(client: TestClient) -> None:
    assert client.get("/api/pictures/xq-jump.svg?theme=dusk").status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_rules(client: TestClient, language: str) -> None:
    answer = client.get(f"/api/texts/rules/{language}.json")
    assert answer.json() == rules_texts(language)
    assert not set(answer.json()) & set(texts(language)), "and not twice"
