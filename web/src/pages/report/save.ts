// A report as one file: its own markup with its styles in it, readable anywhere.

/** The page's rules that still mean something outside it. */
function styles(): string {
  const parts: string[] = [];
  for (const sheet of document.styleSheets) {
    try {
      for (const rule of sheet.cssRules) if (!(rule instanceof CSSFontFaceRule)) parts.push(rule.cssText);
    } catch {
      // A sheet of another origin cannot be read; there is none.
    }
  }
  return parts.join("\n");
}

/** Save an element as an HTML file that stands alone. */
export function saveAsPage(element: Element, title: string): void {
  const patterns = document.querySelector(".patterns")?.outerHTML ?? "";
  const theme = document.documentElement.dataset["theme"] ?? "light";
  const escaped = title.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);
  const html = `<!doctype html>
<html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped}</title><style>${styles()}
body{padding:16px}</style></head><body>${patterns}${element.outerHTML}</body></html>`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  link.download = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-report.html`;
  link.click();
  URL.revokeObjectURL(link.href);
}
