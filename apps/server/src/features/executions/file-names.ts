/** Normalizes a path to the form that connectors use: no slash at either end. */
export const normalizePath = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

/** Returns the last part of a path. */
export const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type FileNameColumns = { readonly file_name: string; readonly file_path: string | null }

/** Returns what tells a file apart from others of its name: its path, if it has one. */
export const getPathOrName = ({ file_name, file_path }: FileNameColumns): string =>
  file_path ?? file_name

/**
 * Whether a name matches a pattern in which `*` stands for any characters and `?` for one, ignoring
 * case.
 */
export function matchesName(name: string, pattern: string): boolean {
  const characters = [...name.toLowerCase()]
  const patternCharacters = [...pattern.toLowerCase()]
  let index = 0
  let patternIndex = 0
  let starIndex = -1
  // End of the characters that the last star matches so far.
  let starEnd = 0
  while (index < characters.length) {
    if (patternCharacters[patternIndex] === '*') {
      starIndex = patternIndex++
      starEnd = index
    } else if (matchesCharacter(patternCharacters[patternIndex], characters[index])) {
      patternIndex++
      index++
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1
      index = ++starEnd
    } else return false
  }
  return patternCharacters.slice(patternIndex).every((character) => character === '*')
}

const matchesCharacter = (
  patternCharacter: string | undefined,
  character: string | undefined,
): boolean => patternCharacter === '?' || patternCharacter === character
