import type { CoveredPrompt, PromptType } from '@recto/contract/prompts'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreatePrompt } from '../prompt-studio.queries.ts'
import { useEditor } from '../state/editor-context.ts'

/** Adds a prompt or a note at the end, under a key that is free. */
export function useAddPrompt() {
  const { project, profiles } = useEditor()
  const create = useCreatePrompt()
  const alerts = useAlerts()
  const [newestId, setNewestId] = useState<string>()

  async function add(prompt_type: PromptType) {
    const { tool_id, prompts } = project
    const places = prompts.map(({ sequence_number }) => sequence_number ?? 0)
    const isNote = prompt_type === 'NOTES'
    const profile_manager = isNote ? null : (profiles[0]?.profile_id ?? null)
    try {
      const made = await create.mutateAsync({
        params: { tool_id },
        body: {
          prompt_key: freeKey(prompts, isNote ? 'note' : 'field'),
          prompt: '',
          prompt_type,
          profile_manager,
          sequence_number: Math.max(0, ...places) + 1,
        },
      })
      setNewestId(made.prompt_id)
    } catch (refusal) {
      alerts.failed(refusal, 'Failed to add')
    }
  }

  return { add, newestId, isAdding: create.isPending }
}

function freeKey(prompts: readonly CoveredPrompt[], word: string): string {
  const taken = new Set(prompts.map(({ prompt_key }) => prompt_key))
  let number = 1
  while (taken.has(`${word}_${number}`)) number += 1
  return `${word}_${number}`
}
