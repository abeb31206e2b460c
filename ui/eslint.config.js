// Lint rules: strict TypeScript, hooks, accessibility, and the layers of the tree
// (wire <- lib <- parts <- views <- app).
import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

/** Folders of a layer may not import from the folders named. */
const layer = (files, forbidden, extra = []) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          ...forbidden.map((name) => ({
            group: [`../${name}/*`, `../../${name}/*`],
            message: "layers: wire <- lib <- parts <- views <- app",
          })),
          ...extra,
        ],
      },
    ],
  },
});
const noTauri = [{ group: ["@tauri-apps/*"], message: "only wire/tauri.ts talks to Tauri" }];
const views = ["overview", "search", "loading", "server", "findings"];

export default ts.config(
  { ignores: ["dist", "dist-recorded", "node_modules", "src/wire/generated.ts"] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  a11y.flatConfigs.strict,
  hooks.configs.flat["recommended-latest"],
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ["eslint.config.js"] } },
    },
    rules: {
      "max-lines": ["error", { max: 200, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": "off",
    },
  },
  layer(["src/lib/**"], ["parts", "app", ...views], noTauri),
  layer(["src/parts/**"], ["app", ...views], noTauri),
  ...views.map((view) =>
    layer([`src/${view}/**`], ["app", ...views.filter((other) => other !== view)], noTauri),
  ),
  layer(["src/app/**"], [], noTauri),
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked] },
);
