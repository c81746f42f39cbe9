/** The box that a sign of a font shows. A filled one may also be the bullet of a list, and a circle too. */
export type BoxSign = {
  readonly form: 'square' | 'round'
  readonly state: 'empty' | 'ticked' | 'filled'
}

const square = (state: BoxSign['state'], signs: string) =>
  [...signs].map((sign) => [sign, { form: 'square', state }] as const)
const round = (state: BoxSign['state'], signs: string) =>
  [...signs].map((sign) => [sign, { form: 'round', state }] as const)

const boxSigns: ReadonlyMap<string, BoxSign> = new Map<string, BoxSign>([
  ...square('empty', '☐□▢◻◽❏❐❑❒⬜🗆🞎🞏🞐'),
  ...square('ticked', '☑☒🗹🗵🗷⮽🗳⌧'),
  ...square('filled', '■◼◾▣⬛⊠'),
  ...round('empty', '○◯⚪❍⭘'),
  ...round('ticked', '◉⦿🔘'),
  ...round('filled', '●⚫⬤'),
])

/** Marks that are set into a box. */
const marks = /^[xX×✕✖✗✘☓✓✔√vV•●■◼▪]$/u

/** The letters of most pages come before this sign, and are not looked up. */
const firstBoxSign = 0x22a0

export function boxSignOf(text: string): BoxSign | undefined {
  return text.charCodeAt(0) < firstBoxSign ? undefined : boxSigns.get(text)
}

export function isMarkSign(text: string): boolean {
  return marks.test(text)
}
