/** What nobody sees in the first frame: its code comes when that is painted. */
export { Findings } from "../findings/Findings";
export { TreeTable } from "../overview/TreeTable";
export { Loading } from "../loading/Loading";
export { SearchView } from "../search/SearchView";
export { ServerView } from "../server/ServerView";
export { ConsentSheet } from "./ConsentSheet";
export { KeySheet } from "./KeySheet";
export { Palette } from "./Palette";
export { SettingsSheet } from "./SettingsSheet";
