const shortest = 5
const runs = /-{5,}/g

/**
 * A text between two equal lines of dashes that it does not have itself, so that nothing in it can end the part of a prompt
 * that is data: where it has as many dashes in a row, the lines have one more.
 */
export function fenced(text: string): string {
  let longest = shortest - 1
  for (const [run] of text.matchAll(runs)) longest = Math.max(longest, run.length)
  const fence = '-'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
