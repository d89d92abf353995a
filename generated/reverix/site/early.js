/* Before the first paint: the theme that was chosen. */
try {
  const theme = localStorage.getItem("apiscribe-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  /* no storage, no choice to remember */
}
