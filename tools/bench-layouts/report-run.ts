import type { AnsweredField, ProjectRun } from './run-project.ts'

export function reportRun(run: ProjectRun, showsWrong: boolean): void {
  const byIssuer = Map.groupBy(run.fields, ({ issuer }) => issuer)
  console.table([
    ...[...byIssuer].map(([name, own]) => scoreOf(name, own)),
    scoreOf('all', run.fields),
  ])
  const byKey = Map.groupBy(run.fields, ({ key }) => key)
  console.table([...byKey].map(([name, own]) => scoreOf(name, own)))
  const { layouts, mixedLayouts, confusedDocuments, unknownCount, documentCount } = run
  console.log({
    layouts,
    mixed: mixedLayouts,
    confused: confusedDocuments.length,
    unknown: unknownCount,
    documents: documentCount,
  })
  console.log({
    compileMilliseconds: Math.round(run.compileMilliseconds),
    answerMillisecondsEach: Math.round((10 * run.answerMilliseconds) / documentCount) / 10,
  })
  if (confusedDocuments.length > 0) console.log(confusedDocuments)
  if (showsWrong) console.table(run.fields.filter(({ verdict }) => verdict === 'wrong'))
}

function scoreOf(name: string, fields: readonly AnsweredField[]) {
  const count = (verdict: AnsweredField['verdict']) =>
    fields.filter((field) => field.verdict === verdict).length
  const right = count('right')
  const wrong = count('wrong')
  return {
    name,
    fields: fields.length,
    right,
    wrong,
    'without a model': ratio(right + wrong, fields.length),
    precision: ratio(right, right + wrong),
  }
}

const ratio = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000
