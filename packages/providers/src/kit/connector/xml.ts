/** Yields the content of all elements of that name that contain no element of the same name. */
export function* elementsIn(xml: string, name: string): Generator<string> {
  for (const part of xml.split(`<${name}`).slice(1)) {
    const begin = part.indexOf('>')
    // The element has a longer name, or is cut off.
    if (begin === -1 || !/^[\s/>]/.test(part)) continue
    if (part[begin - 1] === '/') yield ''
    else yield part.slice(begin + 1).split(`</${name}>`, 1)[0] ?? ''
  }
}

/** Returns the text of the first element of that name, with its entities decoded. */
export function textIn(xml: string, name: string): string | undefined {
  for (const text of elementsIn(xml, name)) return unescapeEntities(text)
  return undefined
}

const signs: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

const unescapeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|lt|gt|amp|quot|apos);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return signs[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
