import { useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { project as projectQuery } from '../project.queries.ts'
import { useReorderPrompts } from '../prompt.queries.ts'
import { useEditor } from '../state/editor-context.ts'

/** Moves a prompt to another place at once, and back again if the server refuses. */
export function useReorder(): (from: number, to: number) => Promise<void> {
  const { project } = useEditor()
  const { mutateAsync: reorder } = useReorderPrompts()
  const client = useQueryClient()
  const alerts = useAlerts()

  return async (from, to) => {
    const { prompts, id } = project
    const moved = prompts[from]
    const target = prompts[to]
    if (!moved || !target || from === to) return
    const { queryKey } = projectQuery(id)
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, {
      ...project,
      prompts: prompts.toSpliced(from, 1).toSpliced(to, 0, moved),
    })
    try {
      await reorder({
        id: moved.id,
        from: moved.place ?? from + 1,
        to: target.place ?? to + 1,
      })
    } catch (refusal) {
      client.setQueryData(queryKey, project)
      // Somebody else may have changed it meanwhile.
      void client.invalidateQueries({ queryKey })
      alerts.failed(refusal, 'Failed to reorder the prompts')
    }
  }
}
