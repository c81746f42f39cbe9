const minDashes = 5
const dashRuns = /-{5,}/g

/**
 * Puts a text between two equal lines of dashes that do not occur in it, so that nothing in the
 * text can end the data part of a prompt. When the text has a run of dashes as long as the fence,
 * the fence gets one more.
 */
export function fenceText(text: string): string {
  let maxRunLength = minDashes - 1
  for (const [run] of text.matchAll(dashRuns)) maxRunLength = Math.max(maxRunLength, run.length)
  const fence = '-'.repeat(maxRunLength + 1)
  return `${fence}\n${text}\n${fence}`
}
