import { listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import * as api from '@recto/contract/prompt-studio/table-settings'
import { readAs, useChange } from '../../shared/api/requests.ts'
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
  ...readAs(api.getTableSettings, { query: { prompt_id: promptId } }, (reply) => {
    const [settings] = Array.isArray(reply) ? reply : [reply]
    if (!settings) throw new Error('The prompt has no table settings.')
    return readingFromWire(settings)
  }),
  staleTime: 0,
  gcTime: 0,
})

const invalidates = [api.getTableSettings, listPromptOutputs]
const fieldOf = fieldIn(tableNames)

export const useCreateTableSettings = () =>
  useChange(api.createTableSettings, { invalidates, toWire: newReadingToWire, fieldOf })

export const useUpdateTableSettings = () =>
  useChange(api.updateTableSettings, { invalidates, toWire: readingChangeToWire, fieldOf })
