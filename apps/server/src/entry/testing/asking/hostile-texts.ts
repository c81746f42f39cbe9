/** What is repeated where something looks for the end of it, or for what it is a part of. */
const parts = ['a', ' ', '{{ a', '%', '.', '-', '0', '1.', '"', '\\', ', ', '\n', '<a ', 'ä']

/** Each text repeats one part and ends with another character. */
export const hostileTexts: readonly ((size: number) => string)[] = parts.map(
  (part) => (size) => `${part.repeat(Math.max(1, Math.floor(size / part.length) - 1))}!`,
)

const repeatValue = (size: number, value: unknown) =>
  Array<unknown>(Math.max(1, Math.floor(size))).fill(value)

/** Values of many parts, whose JSON has about so many characters. */
export const hostileValues: readonly ((size: number) => unknown)[] = [
  (size) => repeatValue(size / 2, 0),
  (size) => repeatValue(size / 8, 'a').map((text, index) => `${text}${index}`),
  (size) => repeatValue(size / 8, { a: 1 }),
  (size) => repeatValue(size / 40, '00000000-0000-4000-8000-000000000000'),
  (size) => Object.fromEntries(repeatValue(size / 12, 0).map((_, index) => [`key${index}`, 0])),
  (size) => nested(Math.min(size / 2, 3000)),
]

const nested = (levels: number) =>
  JSON.parse(`${'['.repeat(Math.floor(levels))}${']'.repeat(Math.floor(levels))}`)
