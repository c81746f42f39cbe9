import { listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import * as api from '@recto/contract/prompt-studio/table-settings'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  newReadingToWire,
  readingChangeToWire,
  readingFromWire,
  tableNames,
} from './table-settings.ts'

/**
 * The table settings of one prompt, or the defaults if none are stored. They are the initial values
 * of a form, so they are never cached.
 */
export const tableSettings = (promptId: string) => ({
  ...readAs(api.getTableSettings, { query: { prompt_id: promptId } }, (found) => {
    const [settings] = Array.isArray(found) ? found : [found]
    if (!settings) throw new Error('The prompt has no table settings.')
    return readingFromWire(settings)
  }),
  staleTime: 0,
  gcTime: 0,
})

const makesStale = [api.getTableSettings, listPromptOutputs]
const fieldOf = fieldIn(tableNames)

export const useCreateTableSettings = () =>
  useChange(api.createTableSettings, { makesStale, toWire: newReadingToWire, fieldOf })

export const useUpdateTableSettings = () =>
  useChange(api.updateTableSettings, { makesStale, toWire: readingChangeToWire, fieldOf })
