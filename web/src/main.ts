import { mount } from "svelte";
import App from "./App.svelte";
import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { apply, settings } from "./settings.svelte";
import { ENGLISH, speak } from "./words/spoken";

// A language that the address asks for is kept, as if it had been chosen.
settings.language = new URLSearchParams(location.search).get("language") ?? settings.language;
apply();
const show = (): void => void mount(App, { target: document.getElementById("app")! });
// English is here already; whatever else is spoken is fetched before the first word is said.
if (settings.language === ENGLISH) show();
else speak(settings.language).then(show, show);

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  window.addEventListener("load", () => void navigator.serviceWorker.register("/worker.js").catch(() => undefined));
}
