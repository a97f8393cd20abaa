// What is written on the ground over a figure, over a standard or over other words; asked of the page by test_ground.py.
async (hair) => {
  // Whatever moves has arrived.
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  await frame();
  const all = (what) => [...document.querySelectorAll(what)];
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left + hair, top + hair, right - hair, bottom - hair];
  };
  const figures = all(".unit:not(.plated) .base .foot").map((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2, width / 2];
  });
  const words = all(".word").map((one) => [one.dataset.label, box(one.querySelector("rect") ?? one.querySelector("text"))]);
  const flags = all("[data-standard]").flatMap((one) =>
    [".plate", ".strength rect"].map((part) => [one.dataset.standard, box(one.querySelector(part))]),
  );
  const plates = new Set(all(".plated").map((one) => one.dataset.unit));
  const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  const within = (at, least, most) => Math.max(least, Math.min(at, most));
  const covers = (b, [x, y, r]) => Math.hypot(x - within(x, b[0], b[2]), y - within(y, b[1], b[3])) < r - hair;
  const found = [];
  for (const [name, one] of [...words, ...flags.filter(([id]) => !plates.has(id))])
    for (const figure of figures) if (covers(one, figure)) found.push(`${name} covers a figure`);
  words.forEach(([name, one], i) => {
    for (const [other, two] of words.slice(i + 1)) if (meets(one, two)) found.push(`${name} covers ${other}`);
    for (const [other, two] of flags) if (meets(one, two)) found.push(`${name} covers the standard of ${other}`);
  });
  flags.forEach(([name, one], i) => {
    for (const [other, two] of flags.slice(i + 1))
      if (other !== name && meets(one, two)) found.push(`the standards of ${name} and ${other} meet`);
  });
  return { found, words: words.length, flags: flags.length / 2 };
};
