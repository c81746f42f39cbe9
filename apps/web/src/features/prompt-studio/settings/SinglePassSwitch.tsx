import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { project as projectQuery, usePatchProject } from '../project.queries.ts'
import { useEditor } from '../state/editor-context.ts'

/**
 * Switches single pass on or off. It shows the new state immediately, and reverts it if the server
 * refuses.
 */
export function SinglePassSwitch() {
  const { project } = useEditor()
  const patch = usePatchProject()
  const alerts = useAlerts()
  const client = useQueryClient()
  const pendingValue = patch.isPending ? patch.variables.changes.singlePass : undefined

  function handleChange(isSinglePass: boolean) {
    patch.mutate(
      {
        id: project.id,
        changes: { singlePass: isSinglePass },
        expected: { singlePass: project.singlePass },
      },
      {
        onError: (refusal) => {
          if (!isConflict(refusal)) {
            return alerts.showError(refusal, 'Failed to switch the single pass extraction mode')
          }
          // There are only two states, so another user has just chosen the same one.
          alerts.hint('This setting was already changed in another tab or by someone else.')
          void client.invalidateQueries({ queryKey: projectQuery(project.id).queryKey })
        },
      },
    )
  }

  return (
    <div className="settings-pass">
      <label className="panel-switch" htmlFor="single-pass">
        <Switch
          id="single-pass"
          size="small"
          checked={pendingValue ?? project.singlePass}
          onChange={handleChange}
        />
        SinglePass Extraction
      </label>
      <p className="panel-note">
        All prompts are sent to the model of the default profile in one call. Tables and records use
        separate calls.
      </p>
    </div>
  )
}
