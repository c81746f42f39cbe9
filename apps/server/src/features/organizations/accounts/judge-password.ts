import { readFile } from 'node:fs/promises'

const minLength = 12
const maxLength = 128
const list = new URL('common-passwords.txt', import.meta.url)

/** Returns why the password is not acceptable; `undefined` when it is. */
export async function judgePassword(
  password: string,
  { username }: { readonly username: string },
): Promise<string | undefined> {
  // A run of blanks counts as one character.
  const length = [...password.replace(/ +/g, ' ')].length
  if (length < minLength) return `The password must have at least ${minLength} characters.`
  if (length > maxLength) return `The password must have at most ${maxLength} characters.`
  const isGuessed = isRepetition(password) || isAbout(password, username)
  if (isGuessed || (await isCommon(password))) {
    return 'This password is too easy to guess. Choose another one, such as four random words.'
  }
  return undefined
}

/**
 * Whether the password, or its part without digits and signs around it, is in the list of common
 * passwords.
 */
async function isCommon(password: string): Promise<boolean> {
  const common = new Set((await readFile(list, 'utf8')).split('\n'))
  const whole = password.toLowerCase()
  const core = coreOf(whole)
  return common.has(whole) || (core !== '' && common.has(core))
}

/** Returns the text from the first letter to the last. */
function coreOf(text: string): string {
  const letters = [...text.matchAll(/\p{L}/gu)]
  const first = letters[0]
  const last = letters.at(-1)
  return first && last ? text.slice(first.index, last.index + last[0].length) : ''
}

/** Whether the password has fewer than five different characters or repeats one sequence. */
function isRepetition(password: string): boolean {
  const isPeriodic = `${password}${password}`.indexOf(password, 1) < password.length
  return isPeriodic || new Set(password).size < 5
}

function isAbout(password: string, username: string): boolean {
  const whole = password.toLowerCase()
  const name = username.toLowerCase()
  return name.length > 3 && whole.includes(name) && whole.length - name.length < 6
}
