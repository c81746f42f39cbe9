import type { Character } from './decode-ctc.ts'

const letter = /\p{Letter}/u
const digit = /\d/
/** One other character proves little: codes such as `B2` exist. */
const minWitnesses = 2

/**
 * The text of a word in which letters and digits that look alike, such as O and 0, follow their neighbours: where the
 * network considered both, a run of letters gets the letter and a run of digits the digit. What it was sure
 * of never changes. `N0:` and `1D.` are abbreviations.
 */
export function settleLookalikes(characters: readonly Character[]): string {
  const runs = runsOf(characters)
  return runs.map((run, i) => settleRun(run, runs[i + 1]?.[0]?.text ?? '')).join('')
}

/** Letters and digits that stand together; all else alone. */
function runsOf(characters: readonly Character[]): Character[][] {
  const runs: Character[][] = []
  for (const character of characters) {
    const last = runs.at(-1)?.at(-1)
    if (last && isInRun(last) && isInRun(character)) runs.at(-1)!.push(character)
    else runs.push([character])
  }
  return runs
}

function isInRun({ text }: Character): boolean {
  return letter.test(text) || digit.test(text)
}

function settleRun(run: readonly Character[], next: string): string {
  const sure = run.filter(({ lookalike }) => lookalike === undefined)
  const letters = sure.filter(({ text }) => letter.test(text)).length
  const digits = sure.length - letters
  const isAbbreviation = letters === 1 && run.length === 2 && /[.:]/.test(next)
  if (digits === 0 && (letters >= minWitnesses || isAbbreviation)) return textAs(letter, run)
  if (letters === 0 && digits >= minWitnesses) return textAs(digit, run)
  return run.map(({ text }) => text).join('')
}

function textAs(kind: RegExp, run: readonly Character[]): string {
  return run.map(({ text, lookalike }) => (kind.test(text) ? text : (lookalike ?? text))).join('')
}
