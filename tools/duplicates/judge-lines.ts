/** Duplicated lines by the name of the measure. */
export type LineCounts = Readonly<Record<string, number>>

/** A ceiling may lie this much above what was measured, so that not every change has to lower it. */
const maxSlack = 20

/** Returns what is wrong: more duplicates than the ceiling allows, or a ceiling that is too high. */
export function judgeLines(measuredLines: LineCounts, ceilings: LineCounts): string[] {
  return Object.entries(measuredLines).flatMap(([name, lines]) => {
    const ceiling = ceilings[name] ?? 0
    if (lines > ceiling) {
      return [
        `${lines} lines are ${name}, and the ceiling is ${ceiling}. \`npm run duplicates -- PATH\` lists the places.`,
      ]
    }
    if (lines + maxSlack >= ceiling) return []
    return [
      `${lines} lines are ${name}, and the ceiling is still ${ceiling}. \`npm run duplicates\` lowers it.`,
    ]
  })
}

/** Returns the ceilings after a measurement: each falls, and none rises. */
export const lowerCeilings = (measuredLines: LineCounts, ceilings: LineCounts): LineCounts =>
  Object.fromEntries(
    Object.entries(measuredLines).map(([name, lines]) => [
      name,
      Math.min(lines, ceilings[name] ?? lines),
    ]),
  )
