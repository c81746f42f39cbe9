/** Makes a page of HTML that has a text. */
export type MarkupWay = (text: string) => string

/** The line that everybody sees on each of the pages. */
export const visibleLine = 'Total amount due 42.00 EUR'

const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body><p>${visibleLine}</p>${body}</body></html>`

const styledPage = (sheet: string, body: string) => page(body, `<style>${sheet}</style>`)

/** A paragraph of class `x` under the rules of a sheet. */
const withRules =
  (sheet: string): MarkupWay =>
  (text) =>
    styledPage(sheet, `<p class="x">${text}</p>`)

/** A paragraph with a style of its own. */
const withStyle =
  (style: string): MarkupWay =>
  (text) =>
    page(`<p style="${style}">${text}</p>`)

/** Ways in which a page has text that no browser shows, with the reason that is reported. */
export const hiddenPages: Readonly<Record<string, readonly [reason: string, way: MarkupWay]>> = {
  'by a class that is not displayed': ['layer', withRules('.x{display:none}')],
  'by an id, an attribute and a child': [
    'layer',
    (text) =>
      styledPage(
        '#a>[data-b^="c"] i{display:none}',
        `<div id="a"><p data-b="cd"><i>${text}</i></p></div>`,
      ),
  ],
  'by the stronger of two rules': [
    'layer',
    withRules('p.x{display:none}.x{display:block}p{display:block}'),
  ],
  'by an important rule': [
    'layer',
    (text) =>
      styledPage('.x{display:none!important}', `<p class="x" style="display:block">${text}</p>`),
  ],
  'by a rule for screens': [
    'layer',
    withRules('@media screen and (min-width:600px){.x{display:none}}'),
  ],
  'from screens, though it is printed': [
    'layer',
    withRules('.x{display:none}@media print{.x{display:block}}'),
  ],
  'by a rule inside a rule': ['layer', withRules('body{color:#000;.x{display:none}}')],
  'by a layer of the cascade': [
    'layer',
    withRules('@layer a,b;@layer b{.x{display:none}}@layer a{.x{display:block}}'),
  ],
  'by a rule about the other elements': [
    'layer',
    withRules('p:not(:first-of-type):is(.x,.y){display:none}'),
  ],
  'by a rule with an escape': [
    'layer',
    (text) => styledPage('.a\\:b{display:none}', `<p class="a:b">${text}</p>`),
  ],
  'by a sheet without an end': ['layer', withRules('.x{display:none')],
  'after a rule that nobody knows': [
    'layer',
    withRules('.y:unknown{color:red}@what{.x{}}.x{display:none;display:sideways}'),
  ],
  'for browsers without scripts': ['layer', (text) => page(`<noscript><p>${text}</p></noscript>`)],
  'in a dialog that is closed': ['layer', (text) => page(`<dialog><p>${text}</p></dialog>`)],
  'in the description of a drawing': ['layer', (text) => page(`<svg><desc>${text}</desc></svg>`)],
  'invisible by a class': ['transparent', withRules('.x{visibility:hidden}')],
  'faint in two steps': [
    'transparent',
    (text) => styledPage('div{opacity:.2}', `<div><div><p>${text}</p></div></div>`),
  ],
  'in a colour without opacity': ['transparent', withRules('.x{color:rgb(0 0 0 / 2%)}')],
  'by its fill': ['transparent', withRules('.x{-webkit-text-fill-color:transparent}')],
  'by a filter': ['transparent', withRules('.x{filter:opacity(0%)}')],
  'white by a class': ['no-contrast', withRules('.x{color:white}')],
  'white in another notation': ['no-contrast', withRules('.x{color:hsl(0 0% 99%)}')],
  'white by a variable': [
    'no-contrast',
    withRules(':root{--paper:#fefefe}.x{color:var(--ink,var(--paper))}'),
  ],
  'dark on a dark panel of a class': [
    'no-contrast',
    (text) =>
      styledPage(
        '.panel{background:#123 none}.x{color:#112232}',
        `<div class="panel"><p class="x">${text}</p></div>`,
      ),
  ],
  'black on a black page': [
    'no-contrast',
    (text) =>
      `<html><body bgcolor="#000000"><p><font color="white">${visibleLine}</font></p><p>${text}</p></body></html>`,
  ],
  'in a colour that is nearly that of its cell': [
    'no-contrast',
    (text) =>
      styledPage(
        'td{background:#fafafa}td span{color:#f4f4f4}',
        `<table><tr><td>a</td><td><span>${text}</span></td></tr></table>`,
      ),
  ],
  'in letters of no size by a class': ['tiny', withRules('.x{font-size:0}')],
  'in letters that shrink with each level': [
    'tiny',
    (text) => styledPage('div{font-size:.3em}', `<div><div><p>${text}</p></div></div>`),
  ],
  'in letters of a computed size': ['tiny', withRules('.x{font-size:calc((1rem - 15px) / 2)}')],
  'in letters of a size of the root': [
    'tiny',
    withRules('html{font-size:10px}.x{font:.1rem/1 serif}'),
  ],
  'shrunk to nothing': ['tiny', withRules('.x{transform:translate(2px,2px) scale(0)}')],
  'clipped by a path': ['outside', withStyle('clip-path:inset(50%)')],
  'clipped by a polygon without area': [
    'outside',
    withRules('.x{clip-path:polygon(0 0,100% 0,50% 0)}'),
  ],
  'clipped by a circle': ['outside', withRules('.x{clip-path:circle(0)}')],
  'clipped by a rectangle': ['outside', withRules('.x{position:absolute;clip:rect(0,0,0,0)}')],
  'in a box without height': ['outside', withStyle('height:0;overflow:hidden')],
  'in a box of a pixel, as for screen readers': [
    'outside',
    withRules('.x{position:absolute;width:1px;height:1px;overflow:hidden}'),
  ],
  'in a box of no greater height than none': [
    'outside',
    withRules('.x{max-height:0;overflow:hidden}'),
  ],
  'beside the page by a class': ['outside', withRules('.x{position:absolute;left:-9999px}')],
  'beside the page by a shift': ['outside', withRules('.x{transform:translateX(-200vw)}')],
  'beside the page by its indent': ['outside', withRules('.x{text-indent:-9999px}')],
  'placed in a box without height that holds it': [
    'outside',
    (text) =>
      styledPage(
        '.y{position:relative;height:0;overflow:hidden}.x{position:absolute;top:9px}',
        `<div class="y"><p class="x">${text}</p></div>`,
      ),
  ],
  'in place of a picture that is there': [
    'description',
    (text) => page(`<img src="logo.png" alt="${text}">`),
  ],
  'in a field that is not displayed': [
    'layer',
    (text) => styledPage('.x{display:none}', `<p class="x"><input value="${text}"></p>`),
  ],
}

/** Ways that look alike, in which everybody sees the text. */
export const shownPages: Readonly<Record<string, MarkupWay>> = {
  'by a weaker rule': withRules('p.x{display:block}.x{display:none}'),
  'by a rule for paper': withRules('@media print{.x{display:none}}'),
  'by a rule for small screens': withRules('@media (max-width:600px){.x{display:none}}'),
  'by a rule for another element': withRules(
    '.x p{display:none}.y{display:none}p:hover{display:none}',
  ),
  'by a rule before its letters': withRules('.x::before{display:none}'),
  'by a rule that browsers drop': withRules('.x,p:unknown{display:none}'),
  'by a sheet for pages without scripts': (text) =>
    page(`<p class="x">${text}</p>`, '<noscript><style>.x{display:none}</style></noscript>'),
  'in a style that a sheet overrides': (text) =>
    styledPage('.x{display:block!important}', `<p class="x" style="display:none">${text}</p>`),
  'in an invisible box, itself visible': (text) =>
    styledPage(
      '.y{visibility:hidden}.x{visibility:visible}',
      `<div class="y"><p class="x">${text}</p></div>`,
    ),
  'white on a dark panel': (text) =>
    styledPage(
      '.panel{background:#123}.x{color:#fff}',
      `<div class="panel"><p class="x">${text}</p></div>`,
    ),
  'white on a dark panel of a variable': (text) =>
    styledPage(
      ':root{--b:#123}.panel{background:var(--b)}.x{color:#fff}',
      `<div class="panel"><p class="x">${text}</p></div>`,
    ),
  'white on a picture': (text) =>
    styledPage(
      '.panel{background:url(a.png)}.x{color:#fff}',
      `<div class="panel"><p class="x">${text}</p></div>`,
    ),
  'white on a gradient': (text) =>
    styledPage(
      '.panel{background:linear-gradient(#123,#456)}.x{color:#fff}',
      `<div class="panel"><p class="x">${text}</p></div>`,
    ),
  'white over something else': withRules('.x{color:#fff;position:absolute;top:4px}'),
  'white, where another sheet may colour the page': (text) =>
    page(`<p style="color:#fff">${text}</p>`, '<link rel="stylesheet" href="page.css">'),
  'white with a shadow': withRules('.x{color:#fff;text-shadow:0 0 2px #000}'),
  'cut out of a gradient': withRules(
    '.x{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}',
  ),
  'in a link on a page with white letters': (text) =>
    styledPage('body{color:#fff}p{color:#000}', `<a href="#">${text}</a>`),
  'in a size of its own inside none': (text) =>
    styledPage('div{font-size:0}.x{font-size:12px}', `<div><p class="x">${text}</p></div>`),
  'in a table inside none, as old mails have it': (text) =>
    `<html><p>${visibleLine}</p><div style="font-size:0"><table><tr><td>${text}</td></tr></table></div></html>`,
  'fixed to the screen, out of a box without width': (text) =>
    styledPage(
      '.y{position:fixed;width:0;overflow:hidden}.x{position:fixed;top:9px;left:9px}',
      `<div class="y"><p class="x">${text}</p></div>`,
    ),
  'placed out of a box that does not hold it': (text) =>
    styledPage(
      '.y{height:0;overflow:hidden}.x{position:absolute;top:9px}',
      `<div class="y"><p class="x">${text}</p></div>`,
    ),
  'in a box that grows': (text) =>
    styledPage(
      '.y{display:flex}.x{flex:1;width:0;overflow:hidden}',
      `<div class="y"><p class="x">${text}</p></div>`,
    ),
  'in a cell that is cut at its edge': (text) =>
    styledPage(
      'td{max-width:0;overflow:hidden}',
      `<table><tr><td>1</td><td>${text}</td></tr></table>`,
    ),
  'in a box without height that cuts nothing': withStyle('height:0'),
  'in a banner over the whole width': withRules('.x{margin:0 -9999px;padding:0 9999px}'),
  'in the middle of a wide page': withRules('.x{position:absolute;left:50%;margin-left:-600px}'),
  'clipped at its corners': withRules('.x{clip-path:polygon(0 0,100% 0,100% 90%,0 100%)}'),
  'that screen readers leave out': (text) => page(`<p aria-hidden="true">${text}</p>`),
  'that can be opened': (text) => page(`<details><summary>More</summary><p>${text}</p></details>`),
  'in place of a picture that is not there': (text) => page(`<img alt="${text}">`),
  'that an animation shows': withRules(
    '@keyframes in{to{opacity:1}}.x{opacity:0;animation:in 1s forwards}',
  ),
}
