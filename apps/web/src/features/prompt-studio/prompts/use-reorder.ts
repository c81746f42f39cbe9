import { useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { project as projectQuery } from '../project.queries.ts'
import { useReorderPrompts } from '../prompt.queries.ts'
import { useEditor } from '../state/editor-context.ts'

/** Moves a prompt optimistically, and moves it back if the server rejects it. */
export function useReorder(): (from: number, to: number) => Promise<void> {
  const { project } = useEditor()
  const { mutateAsync: reorder } = useReorderPrompts()
  const client = useQueryClient()
  const alerts = useAlerts()

  return async (from, to) => {
    const { prompts, id } = project
    const movedPrompt = prompts[from]
    const targetPrompt = prompts[to]
    if (!movedPrompt || !targetPrompt || from === to) return
    const { queryKey } = projectQuery(id)
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, {
      ...project,
      prompts: prompts.toSpliced(from, 1).toSpliced(to, 0, movedPrompt),
    })
    try {
      await reorder({
        id: movedPrompt.id,
        from: movedPrompt.position ?? from + 1,
        to: targetPrompt.position ?? to + 1,
      })
    } catch (refusal) {
      client.setQueryData(queryKey, project)
      // Another user may have changed the project.
      void client.invalidateQueries({ queryKey })
      alerts.showError(refusal, 'Failed to reorder the prompts')
    }
  }
}
