// Which page shows: the path of the address.

export const route = $state({ path: location.pathname, query: location.search });

window.addEventListener("popstate", () => {
  route.path = location.pathname;
  route.query = location.search;
});

/** Go to another page. */
export function go(path: string, replace = false): void {
  const url = new URL(path, location.origin);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  route.path = url.pathname;
  route.query = url.search;
  window.scrollTo(0, 0);
}

/** A click on a link stays inside the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(url.pathname + url.search);
}
