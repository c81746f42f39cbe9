import { readFile } from 'node:fs/promises'

const minLength = 12
const maxLength = 128
const list = new URL('common-passwords.txt', import.meta.url)

/** The person whose password it is to be. The username of an account may be its address. */
type PasswordOwner = { readonly username: string; readonly email: string }

/** Returns why the password is not acceptable; `undefined` when it is. */
export async function judgePassword(
  password: string,
  { username, email }: PasswordOwner,
): Promise<string | undefined> {
  // A run of blanks counts as one character.
  const length = [...password.replace(/ +/g, ' ')].length
  if (length < minLength) return `The password must have at least ${minLength} characters.`
  if (length > maxLength) return `The password must have at most ${maxLength} characters.`
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if ([email, localPart].some((name) => isAbout(password, name)))
    return 'The password must not consist of your email address or the part before its @. Choose another one, such as four random words.'
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

/** Whether the password is the name with at most a few characters around it. */
function isAbout(password: string, text: string): boolean {
  const whole = password.normalize('NFKC').toLowerCase()
  const name = text.normalize('NFKC').toLowerCase()
  return name.length > 3 && whole.includes(name) && whole.length - name.length < 6
}
