import { ReadError } from '@recto/document-text/read-error'
import { serveProcess } from '../workers/serve-process.ts'
import { loadModels, releaseModels } from './paddle/load-models.ts'
import { OcrModelsError } from './paddle/models/model-files.ts'

serveProcess<string, true>(async (folder) => {
  try {
    await releaseModels(await loadModels({ threads: 1, folder }))
    return true
  } catch (error) {
    if (error instanceof OcrModelsError)
      throw new ReadError('broken-file', error.message, { cause: error })
    throw error
  }
})
