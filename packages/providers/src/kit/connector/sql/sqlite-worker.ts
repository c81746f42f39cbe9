import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqliteAnswer, SqliteQuestion } from './sqlite.ts'

/** Speaks to one file. Its statements hold up the thread in which they run, which is why this is one of its own. */
const database = new DatabaseSync(String(workerData), {
  timeout: 5000,
  allowExtension: false,
  enableDoubleQuotedStringLiterals: false,
})
// What lies in the file may be anybody's: it calls nothing that reaches outside of it.
database.enableDefensive(true)
database.exec('pragma trusted_schema = off')

function answerTo({ sql, values }: SqliteQuestion): SqliteAnswer {
  try {
    return { rows: database.prepare(sql).all(...values) }
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    return { refusal: { errcode, message } }
  }
}

parentPort?.on('message', (question: SqliteQuestion) => {
  parentPort?.postMessage(answerTo(question))
})
