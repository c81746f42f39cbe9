import type { Person } from '../../../apps/server/src/testing/people.ts'
import { quantile, table, worstOf } from '../figures.ts'
import { openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { throwOnError } from '../throw-on-error.ts'
import { makeProject, type StudioProject } from './make-project.ts'
import { measureProjectPage, type ProjectPageFigures } from './measure-project-page.ts'
import type { PageTrace } from './trace-page.ts'

type Studio = ProjectPageFigures & {
  /** Duration of runs with 50 prompts on one page, by the built-in extractor. */
  readonly runMilliseconds: readonly number[]
  /** Request for all outputs that the caller can see. */
  readonly allOutputs: FetchMeasurement
  /** Request for the list of projects as the product's own page sends it. */
  readonly projects: FetchMeasurement
}

type FetchMeasurement = { readonly milliseconds: number; readonly kilobytes: number }

const manyPrompts = 200
const manyDocuments = 30
const runPrompts = 50
const turnsOf = { full: 5, quick: 3 }

/** Measures a project of many prompts and documents: running it, opening it in a browser and typing into it. */
export const measureStudio: Part = async ({ isQuick, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const { product, origin, admin } = await openInstallation(cleaning)
  const person = throwOnError(admin)
  const turns = isQuick ? turnsOf.quick : turnsOf.full

  print(`a project of ${runPrompts} prompts …`)
  const small = await makeProject(person, { name: 'A form', prompts: runPrompts })
  const runMilliseconds: number[] = []
  for (let turn = 0; turn <= turns; turn++) runMilliseconds.push(await runAll(person, small))

  print(`a project of ${manyPrompts} prompts, ${manyDocuments} documents and two profiles …`)
  const large = await makeProject(person, {
    name: 'A long form',
    prompts: manyPrompts,
    documents: manyDocuments,
  })
  for (const profileId of large.profileIds) await runAll(person, { ...large, profileId })
  const allOutputs = await measureFetch(person, 'prompt-studio/prompt-output/')
  const projects = await measureFetch(person, 'prompt-studio/?include_prompts=false')
  print('in a browser …')
  const looks = await measureProjectPage(large, { person, origin, turns })
  await product.stop()
  const studio = { ...looks, runMilliseconds: runMilliseconds.slice(1), allOutputs, projects }
  return { figures: studio, tables: [present(studio)], complaints: [] }
}

/** Runs all prompts and returns the duration in milliseconds. Throws unless every prompt has an answer. */
async function runAll(
  person: Person,
  { id, promptIds, documentId, profileId }: StudioProject,
): Promise<number> {
  const start = performance.now()
  const { body } = await person.post(`prompt-studio/bulk_fetch_response/${id}`, {
    prompt_ids: promptIds,
    document_id: documentId,
    profile_manager: profileId,
  })
  const milliseconds = performance.now() - start
  const answers = body.filter(({ output }: { output?: string }) => output?.startsWith('V-1-'))
  if (answers.length < promptIds.length) {
    throw new Error(`Not every prompt is answered: ${JSON.stringify(body).slice(0, 2000)}`)
  }
  return milliseconds
}

async function measureFetch(person: Person, path: string): Promise<FetchMeasurement> {
  const start = performance.now()
  const { body } = await person.get(path)
  const milliseconds = performance.now() - start
  return { milliseconds, kilobytes: Buffer.byteLength(JSON.stringify(body)) / 1024 }
}

function present(studio: Studio): string {
  const { runMilliseconds, openMilliseconds, loadMilliseconds, keyMilliseconds } = studio
  const titles = ['studio', 'p50 ms', 'worst ms', 'wanted', '']
  const line = (name: string, times: readonly number[], target: string, note = '') => [
    name,
    quantile(times, 0.5).toFixed(1),
    worstOf(times).toFixed(1),
    target,
    note,
  ]
  const size = ({ kilobytes }: FetchMeasurement) => `${kilobytes.toFixed(0)} KB`
  const { allOutputs, projects, requests, runs, fieldTable, threadMillisecondsPerKey, traces } =
    studio
  return table([
    titles,
    line(`run ${runPrompts} prompts, built-in`, runMilliseconds, '< 1000'),
    line(
      `open ${manyPrompts} prompts, ${manyDocuments} documents, 2 profiles`,
      openMilliseconds,
      '< 1000',
      `${requests} requests`,
    ),
    line('the same, page loaded anew', loadMilliseconds, ''),
    line('open the same as a table', fieldTable.openMilliseconds, '< 1000'),
    line('an arrow key in the table', fieldTable.keyMilliseconds, '< 16'),
    line('a key, until its frame is drawn', keyMilliseconds, ''),
    line('a key, work of the page', [threadMillisecondsPerKey], '< 16'),
    line('run all, until it says so', [runs.startMilliseconds], '', `${runs.total} runs`),
    formatTrace('opening, between two frames', traces.opening),
    formatTrace('typing, between two frames', traces.typing, '< 50'),
    formatTrace(
      'run all, between two frames',
      runs.trace,
      '< 50',
      `; ${runs.endedCount} ended in ${runs.steps} steps`,
    ),
    line('outputs of everything', [allOutputs.milliseconds], '', size(allOutputs)),
    line('list of projects', [projects.milliseconds], '', size(projects)),
  ])
}

/** Formats the results of the browser's performance trace. */
function formatTrace(name: string, trace: PageTrace, target = '', note = ''): string[] {
  const { frameMilliseconds: times, droppedFrames, frames, longTasks, maxTaskMilliseconds } = trace
  return [
    name,
    times.p50.toFixed(1),
    times.worst.toFixed(1),
    target,
    `p99 ${times.p99.toFixed(1)}, ${droppedFrames} of ${frames} frames dropped, ${longTasks} long tasks, longest ${maxTaskMilliseconds.toFixed(0)} ms${note}`,
  ]
}
