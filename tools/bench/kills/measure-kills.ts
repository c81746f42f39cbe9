import type { Part, PartReport } from '../part.ts'
import { measureAllWork } from './measure-all-work.ts'
import { measureCallers } from './measure-callers.ts'
import { measureDearReads } from './measure-dear-reads.ts'
import { measureEverything, measureKeptReplies } from './measure-everything.ts'
import { measureTakeover } from './measure-takeover.ts'

const scenarios: Readonly<Record<string, Part>> = {
  everything: measureEverything,
  'kept-replies': measureKeptReplies,
  callers: measureCallers,
  takeover: measureTakeover,
  'dear-reads': measureDearReads,
  'all-work': measureAllWork,
}

/** Runs all kill scenarios one by one; the same checks judge the result of each. */
export const measureKills: Part = async (options) => {
  const reports: Record<string, PartReport> = {}
  for (const [name, story] of Object.entries(scenarios)) {
    options.print(`—— ${name}`)
    reports[name] = await story(options)
  }
  const all = Object.entries(reports)
  return {
    figures: Object.fromEntries(all.map(([name, { figures }]) => [name, figures])),
    tables: [...all.flatMap(([, { tables }]) => tables), options.documents.description],
    complaints: all.flatMap(([name, { complaints }]) =>
      complaints.map((complaint) => `${name}: ${complaint}`),
    ),
  }
}

/** Each scenario by itself, for `--only`. */
export const killScenarios: Readonly<Record<string, Part>> = Object.fromEntries(
  Object.entries(scenarios).map(([name, story]) => [`kills-${name}`, story]),
)
