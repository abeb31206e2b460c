/** Puts the chosen theme on the page; "system" follows the system while it changes. */
import { useEffect } from "react";

export function useTheme(theme: string) {
  useEffect(() => {
    const light = window.matchMedia("(prefers-color-scheme: light)");
    const apply = () => {
      const system = light.matches ? "light" : "dark";
      document.documentElement.dataset["theme"] = theme === "system" ? system : theme;
    };
    apply();
    light.addEventListener("change", apply);
    return () => light.removeEventListener("change", apply);
  }, [theme]);
}
