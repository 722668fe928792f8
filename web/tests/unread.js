// Finds what the server sends and nothing here reads, and what it would read and nothing here sends. Goes through the
// components as TypeScript, which `svelte-check --incremental` leaves in .svelte-check.
import { relative } from "node:path";
import ts from "typescript";

/** What is for others than this client. */
const ELSEWHERE = new Set([
	"GenericView.seat", // every view has it
	"Health.version", // for whoever looks after the server
	"Health.games",
	"Invitation.seat", // for another client, as all that follows
	"Line.text", // moves, options and bots: to follow a match by the rules
	"Person.bot",
	"RecordFile.text", // or as text/plain
	"Table.options",
	"XeQueoScene.palette", // here palette.css has it
]);

const host = {
	...ts.sys,
	onUnRecoverableConfigFileDiagnostic: (fault) => {
		throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
	},
};
const config = ts.getParsedCommandLineOfConfigFile(".svelte-check/tsconfig.json", {}, host);
const program = ts.createProgram(config.fileNames, config.options);
const checker = program.getTypeChecker();
const wire = program.getSourceFile("src/wire.ts");
const used = new Set();
/** Messages by their tags. */
const sent = new Set();
const heard = new Set();

/** Marks the declarations on the wire of some property: one for each member of a union that has it. */
function use(type, name) {
	for (const each of type.isUnion() ? type.types : [type]) {
		for (const declaration of checker.getPropertyOfType(each, name)?.declarations ?? []) {
			if (declaration.getSourceFile() === wire) used.add(declaration);
		}
	}
}

function visit(node) {
	if (ts.isPropertyAssignment(node) && node.name.text === "type") sent.add(node.initializer.text);
	if (ts.isCaseClause(node)) heard.add(node.expression.text);
	if (ts.isPropertyAccessExpression(node)) {
		use(checker.getTypeAtLocation(node.expression), node.name.text);
	} else if (ts.isElementAccessExpression(node)) {
		const key = checker.getTypeAtLocation(node.argumentExpression);
		for (const each of key.isUnion() ? key.types : [key]) {
			if (each.isStringLiteral()) use(checker.getTypeAtLocation(node.expression), each.value);
		}
	} else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
		const name = node.propertyName ?? node.name;
		if (ts.isIdentifier(name)) use(checker.getTypeAtLocation(node.parent), name.text);
	} else if ((ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && "text" in node.name) {
		const asked = checker.getContextualType(node.parent);
		const whole = asked && checker.getNonNullableType(asked);
		if (whole) use(whole, node.name.text); // sent: the server reads it
		const value = ts.isPropertyAssignment(node) ? node.initializer : node.name;
		const part = whole && checker.getPropertyOfType(whole, node.name.text);
		if (part) handOver(value, checker.getTypeOfSymbol(part));
	} else if (ts.isCallExpression(node)) {
		for (const value of node.arguments) handOver(value, checker.getContextualType(value));
	}
	ts.forEachChild(node, visit);
}

/** Who asks for a part of some type (`Pick`) reads that part of whatever it is given. */
function handOver(value, wanted) {
	const type = wanted && checker.getNonNullableType(wanted);
	if (type?.aliasSymbol?.name !== "Pick") return;
	for (const part of checker.getPropertiesOfType(type)) use(checker.getTypeAtLocation(value), part.name);
}

for (const file of program.getSourceFiles()) {
	if (/^(src|\.svelte-check)\//.test(relative(".", file.fileName)) && file !== wire) visit(file);
}
const ours = wire.statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === "FromBrowser");
const asks = new Set(ours.type.types.map((each) => each.typeName.text));
const fields = wire.statements
	.filter(ts.isInterfaceDeclaration)
	.flatMap((model) => model.members.map((field) => ({ model: model.name.text, field, key: field.name.getText() })))
	.filter(({ field, key }) => !ts.isLiteralTypeNode(field.type) || key === "type") // other tags tell types apart
	.map(({ model, field, key }) => {
		const tag = ts.isLiteralTypeNode(field.type) && field.type.literal.text;
		const isUsed = tag ? (asks.has(model) ? sent : heard).has(tag) : used.has(field);
		return { name: `${model}.${key}`, isUsed };
	});
const unread = fields.filter(({ name, isUsed }) => !isUsed && !ELSEWHERE.has(name));
const stale = fields.filter(({ name, isUsed }) => isUsed && ELSEWHERE.has(name));
for (const { name } of unread) console.error(`src/wire.ts: nothing sends or reads ${name}: take it off the wire`);
for (const { name } of stale) console.error(`tests/unread.js: ${name} is read: take it off the list`);
const unknown = [...ELSEWHERE].filter((name) => !fields.some((each) => each.name === name));
for (const name of unknown) console.error(`tests/unread.js: the wire has no ${name}: take it off the list`);
process.exit(unread.length + stale.length + unknown.length ? 1 : 0);
