import { ReadError } from '@recto/document-text/read-error'
import { serveProcess } from '../workers/serve-process.ts'
import { loadModels, releaseModels } from './paddle/load-models.ts'
import { ModelsProblem } from './paddle/models/models-problem.ts'

serveProcess<string, true>(async (folder) => {
  try {
    await releaseModels(await loadModels({ threads: 1, folder }))
    return true
  } catch (error) {
    if (error instanceof ModelsProblem)
      throw new ReadError('broken-file', error.message, { cause: error })
    throw error
  }
})
