import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { combinedOutput } from '../output.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { combine } from './combine.ts'
import './outputs.css'

/** All values of the selected document as one object. */
export function CombinedOutput({ documentId }: { readonly documentId: string }) {
  const { project, document } = useEditor()
  const { data, error, refetch } = useQuery(
    combinedOutput(project.id, documentId, project.isSinglePass),
  )
  const alerts = useAlerts()

  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to generate combined output" onRetry={retry} />
    )
  }
  if (!data) return <div className="pane-body bone" aria-busy="true" />

  const text = JSON.stringify(combine(data, project.prompts), null, 2)
  const fileName = `${document?.name.replace(/\.[^.]*$/, '') ?? 'output'}.json`
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      alerts.success('Prompt output copied successfully')
    } catch (cause) {
      alerts.failed(cause, 'Failed to copy prompt output')
    }
  }
  return (
    <div className="pane-body combined">
      <div className="combined-actions">
        <Button size="small" icon={<CopyOutlined />} onClick={copy}>
          Copy
        </Button>
        <Button
          size="small"
          icon={<DownloadOutlined />}
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
          download={fileName}
        >
          Download
        </Button>
      </div>
      <Missing outputs={data} />
      <section className="combined-text" aria-label="Combined output" {...byKeys}>
        <pre className="mono">{text}</pre>
      </section>
    </div>
  )
}

/** Says which keys have no value, and why: they look much alike in the text. */
function Missing({ outputs }: { readonly outputs: Readonly<Record<string, string | null>> }) {
  const keysOf = (value: string | null) =>
    Object.entries(outputs).flatMap(([key, output]) => (output === value ? [key] : []))
  const [notFound, notRun] = [keysOf(null), keysOf('')]
  if (notFound.length + notRun.length === 0) return null
  return (
    <p className="combined-missing">
      {notFound.length > 0 && <span>Not found in the document: {listOf(notFound)}. </span>}
      {notRun.length > 0 && <span>Not run yet: {listOf(notRun)}.</span>}
    </p>
  )
}

const NAMED = 12

/** The text below shows them all; above it a few of many do, so that it stays in sight. */
function listOf(keys: readonly string[]): string {
  const others = keys.length - NAMED
  // To name one more takes no more room than to count it.
  return others > 1 ? `${keys.slice(0, NAMED).join(', ')} and ${others} more` : keys.join(', ')
}
