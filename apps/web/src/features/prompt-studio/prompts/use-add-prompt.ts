import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreatePrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'

/** Adds a prompt or a note at the end, under a key that is free. */
export function useAddPrompt() {
  const { project } = useEditor()
  const create = useCreatePrompt()
  const alerts = useAlerts()
  const [newestId, setNewestId] = useState<string>()

  async function add({ isNote }: Pick<Prompt, 'isNote'>) {
    const { id: projectId, prompts } = project
    const places = prompts.map(({ place }) => place ?? 0)
    try {
      const id = await create.mutateAsync({
        projectId,
        key: freeKey(prompts, isNote ? 'note' : 'field'),
        isNote,
        place: Math.max(0, ...places) + 1,
      })
      setNewestId(id)
    } catch (refusal) {
      alerts.failed(refusal, 'Failed to add')
    }
  }

  return { add, newestId, isAdding: create.isPending }
}

function freeKey(prompts: readonly Prompt[], word: string): string {
  const taken = new Set(prompts.map(({ key }) => key))
  let number = 1
  while (taken.has(`${word}_${number}`)) number += 1
  return `${word}_${number}`
}
