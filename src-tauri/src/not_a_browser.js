// Runs before the page. The page's own handlers still get these keys: F5 and
// Ctrl+Shift+R read the configurations again.
(() => {
  addEventListener("keydown", (event) => {
    const reload = event.key === "F5" || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "r");
    if (reload) event.preventDefault();
  }, true);
  addEventListener("contextmenu", (event) => {
    const editable = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
    if (!editable && String(getSelection()) === "") event.preventDefault();
  }, true);
})();
