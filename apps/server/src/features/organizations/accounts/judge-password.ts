import { readFile } from 'node:fs/promises'

const shortest = 12
const longest = 128
const list = new URL('common-passwords.txt', import.meta.url)

/** Why nobody may have a password, `undefined` when it is fine. */
export async function judgePassword(
  password: string,
  { username }: { readonly username: string },
): Promise<string | undefined> {
  // Many blanks are no better than one.
  const length = [...password.replace(/ +/g, ' ')].length
  if (length < shortest) return `A password has at least ${shortest} characters.`
  if (length > longest) return `A password has at most ${longest} characters.`
  const isGuessed = isRepetition(password) || isAbout(password, username)
  if (isGuessed || (await isCommon(password))) {
    return 'This password is one of the first that are guessed. Choose another, such as four words.'
  }
  return undefined
}

/** Also with digits and signs around it. */
async function isCommon(password: string): Promise<boolean> {
  const common = new Set((await readFile(list, 'utf8')).split('\n'))
  const whole = password.toLowerCase()
  const core = coreOf(whole)
  return common.has(whole) || (core !== '' && common.has(core))
}

/** What is between the first letter and the last. */
function coreOf(text: string): string {
  const letters = [...text.matchAll(/\p{L}/gu)]
  const [first, last] = [letters[0], letters.at(-1)]
  return first && last ? text.slice(first.index, last.index + last[0].length) : ''
}

/** Few letters, or the same ones over and over. */
function isRepetition(password: string): boolean {
  const isPeriodic = `${password}${password}`.indexOf(password, 1) < password.length
  return isPeriodic || new Set(password).size < 5
}

function isAbout(password: string, username: string): boolean {
  const [whole, name] = [password.toLowerCase(), username.toLowerCase()]
  return name.length > 3 && whole.includes(name) && whole.length - name.length < 6
}
