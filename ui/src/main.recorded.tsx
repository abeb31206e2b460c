/** Starts the page on recorded answers: `?scenario=partial|unconnected|empty|huge|broken|slow|login|exited|contrary|dropped|wrapped`. */
import { start } from "./app/start";
import { recordedHost, type Scenario } from "./wire/recorded";

const scenario = new URLSearchParams(location.search).get("scenario") ?? "partial";
void start(recordedHost(scenario as Scenario));
