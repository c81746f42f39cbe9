import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Project } from '../project.ts'
import { useCreatePrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'

/** Adds a prompt or a note at the end, with an unused key. */
export function useAddPrompt() {
  const { project } = useEditor()
  const create = useCreatePrompt()
  const alerts = useAlerts()
  const [newestId, setNewestId] = useState<string>()

  async function add({ isNote }: Pick<Prompt, 'isNote'>) {
    const { id: projectId, prompts } = project
    const positions = prompts.map(({ position }) => position ?? 0)
    try {
      const id = await create.mutateAsync({
        projectId,
        key: generateKey(project),
        isNote,
        position: Math.max(0, ...positions) + 1,
      })
      setNewestId(id)
    } catch (refusal) {
      alerts.showError(refusal, 'Failed to add')
    }
  }

  return { add, newestId, isAdding: create.isPending }
}

/** Generates the project's name followed by the first unused number. */
export function generateKey({ name, prompts }: Pick<Project, 'name' | 'prompts'>): string {
  const existingKeys = new Set(prompts.map(({ key }) => key))
  let number = 1
  while (existingKeys.has(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}
