/**
 * `npm run bench:chat`: measures how well chat apps answer questions with known answers.
 *
 *   node tools/bench-chat.ts --questions FILE [--data DIR] [--only extractor|model] [--show]
 *
 * FILE is JSON: a list of apps, each with `files` and `questions`. Paths are relative to the folder of FILE, or to DIR
 * where they begin with `data:`. A question that one document answers has the `file`, the `page` (from 1) and the text
 * (`says`) of its answer; one that several documents answer has the text by file (`each`); one that they do not answer
 * has none of these. `after` holds questions that are asked before it in the same conversation. Every app is asked
 * twice: with the built-in extractor, and with a canned model that answers if it was given the right row and otherwise
 * says that there is no answer. The report counts each group of questions on its own.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { ReceivedCall } from '@recto/testkit/canned-model/received-call'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { adminWith, signIn, startProduct } from '../apps/server/src/entry/testing/start-product.ts'
import type { Person } from '../apps/server/src/testing/people.ts'
import { converse, makeApp } from './bench/conversations/make-app.ts'

type TestQuestion = {
  readonly question: string
  readonly after?: readonly string[]
  readonly file?: string
  readonly page?: number
  readonly says?: string
  readonly each?: Readonly<Record<string, string>>
}
type App = { readonly files: readonly string[]; readonly questions: readonly TestQuestion[] }

const meanings = {
  right: 'answered, the place cited',
  'right, not first': 'the place cited, after others',
  'wrong place': 'answered from another place of the document',
  'wrong document': 'answered from a document that was not asked about',
  incomplete: 'not answered for all documents that were asked about',
  refused: 'not answered, though the documents say it',
  'refused rightly': 'not answered, and the documents do not say it',
  'made up': 'answered, though the documents do not say it',
} as const

const groups = {
  'about one document': ({ file }: TestQuestion) => file !== undefined,
  'about several documents': (question: TestQuestion) => question.each !== undefined,
  'not answered by the documents': (question: TestQuestion) => !question.file && !question.each,
}

const { values: options } = parseArgs({
  options: {
    questions: { type: 'string' },
    data: { type: 'string', default: '.' },
    only: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
if (!options.questions) throw new Error('Say which questions: --questions FILE')
const source = resolve(options.questions)
const apps = JSON.parse(await readFile(source, 'utf8')) as readonly App[]
const testQuestions = new Map(
  apps.flatMap(({ questions }) => questions.map((one) => [one.question, one])),
)

await using cleaning = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'recto-chat-'))
cleaning.defer(() => rm(folder, { recursive: true, force: true }))
const model = await startCannedModelServer({ reply: replyFromRows })
cleaning.defer(() => model.close())
const env = { RECTO_SAMPLE: 'off', RECTO_CONNECTOR_FOLDERS: folder }
const product = startProduct({ dataDir: await mkdtemp(join(folder, 'data-')), env })
cleaning.defer(() => product.kill())
const origin = await product.ready
const admin = adminWith(await signIn(origin), origin)

for (const [kind, modelUrl] of [
  ['built-in extractor', undefined],
  ['canned model', model.url],
] as const) {
  if (options.only && !kind.endsWith(options.only)) continue
  const judgedAnswers = await askAll(admin, kind, modelUrl)
  process.stdout.write(`${report(kind, judgedAnswers)}\n`)
}

/** Replies as a good model would from the given rows. */
function replyFromRows({ prompt }: ReceivedCall): string {
  const question = prompt
    .slice(prompt.lastIndexOf('\nQuestion: ') + 11)
    .replace(/\nAnswer:\s*$/, '')
  const testQuestion = testQuestions.get(question)
  const texts = testQuestion?.each ? Object.values(testQuestion.each) : [testQuestion?.says]
  const answers = texts
    .map((text) => {
      const row = text && prompt.split('\n').find((line) => includesText(line, text))
      const number = row && /^#(\d+)/.exec(row)?.[1]
      return number && `${text} [#${number}]`
    })
    .filter(Boolean)
  return answers.join('\n') || 'The documents do not answer this question.'
}

function normaliseText(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}

type JudgedReply = {
  readonly question: TestQuestion
  readonly verdict: keyof typeof meanings
  readonly reply: string
}

async function askAll(admin: Person, kind: string, modelUrl: string | undefined) {
  const judgedAnswers: JudgedReply[] = []
  for (const [n, app] of apps.entries()) {
    const files = app.files.map(toPath)
    const name = `${kind.replace(/\W/g, '-')}-${n}`
    const appId = await makeApp(admin, { name, folder, files, modelUrl })
    for (const question of app.questions) {
      const { ask } = await converse(admin, appId)
      for (const earlierQuestion of question.after ?? []) await ask(earlierQuestion)
      const { body } = await ask(question.question)
      judgedAnswers.push({
        question,
        verdict: judgeReply(question, body),
        reply: body.message,
      })
    }
  }
  return judgedAnswers
}

function toPath(file: string): string {
  return file.startsWith('data:')
    ? join(options.data, file.slice('data:'.length))
    : join(dirname(source), file)
}

type Reply = {
  readonly kind: string
  readonly citations: readonly { file_name: string; page: number; quote: string }[]
}

function judgeReply(question: TestQuestion, { kind, citations }: Reply): JudgedReply['verdict'] {
  const { file, page, says, each: textByFile } = question
  if (kind === 'not-answered') return file || textByFile ? 'refused' : 'refused rightly'
  if (textByFile) return judgeReplyAboutSeveral(textByFile, citations)
  if (!file) return 'made up'
  const fileName = basename(file)
  if (citations.some((one) => one.file_name !== fileName)) return 'wrong document'
  const index = citations.findIndex((one) => one.page + 1 === page && includesText(one.quote, says))
  if (index < 0) return 'wrong place'
  return index === 0 ? 'right' : 'right, not first'
}

/** The first place that is cited of each document counts. */
function judgeReplyAboutSeveral(
  textByFile: Readonly<Record<string, string>>,
  citations: Reply['citations'],
): JudgedReply['verdict'] {
  const textByName = new Map(
    Object.entries(textByFile).map(([file, says]) => [basename(file), says]),
  )
  if (citations.some((one) => !textByName.has(one.file_name))) return 'wrong document'
  const quotes = [...textByName].map(([name, says]) => ({
    says,
    quote: citations.find((one) => one.file_name === name)?.quote,
  }))
  if (quotes.some(({ quote, says }) => quote !== undefined && !includesText(quote, says))) {
    return 'wrong place'
  }
  return quotes.every(({ quote }) => quote !== undefined) ? 'right' : 'incomplete'
}

function includesText(quote: string, text = ''): boolean {
  return normaliseText(quote).includes(normaliseText(text))
}

function report(kind: string, judgedAnswers: readonly JudgedReply[]): string {
  const counts = Object.entries(groups).flatMap(([group, isInGroup]) => {
    const answersOfGroup = judgedAnswers.filter(({ question }) => isInGroup(question))
    return [`${answersOfGroup.length} ${group}`, ...countVerdicts(answersOfGroup)]
  })
  const failures = judgedAnswers
    .filter(
      ({ verdict }) =>
        options.show && !verdict.startsWith('right') && verdict !== 'refused rightly',
    )
    .map(
      ({ question, verdict, reply }) =>
        `  ${verdict}: ${question.question}\n    ${reply.replaceAll('\n', '\n    ')}`,
    )
  return [`${judgedAnswers.length} questions, ${kind}`, ...counts, ...failures].join('\n')
}

function countVerdicts(judgedAnswers: readonly JudgedReply[]): readonly string[] {
  return Object.entries(meanings).flatMap(([verdict, meaning]) => {
    const count = judgedAnswers.filter((one) => one.verdict === verdict).length
    return count > 0 ? `${String(count).padStart(4)}  ${meaning}` : []
  })
}
