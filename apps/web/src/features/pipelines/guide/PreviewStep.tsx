import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import {
  amountText,
  DeliveredValues,
  deliveryPreview,
  PreviewedFiles,
  PreviewProgress,
} from '../../executions/executions.port.tsx'
import { GuideStep } from './GuideStep.tsx'
import { missingParts } from './guide-values.ts'
import type { Guide } from './use-guide.ts'

/** The values of the first files, and what would be written. */
export function PreviewStep({ guide }: { readonly guide: Guide }) {
  const { preview, previewId, values, creation } = guide
  const { execution, isBusy } = preview
  const missingNames = missingParts(values)
  const isShown = execution !== undefined && !isBusy
  return (
    <GuideStep
      number={4}
      title="Preview"
      explanation="Reads up to three files and shows their values. Nothing is written to the destination."
      isComplete={isShown && execution.status === 'COMPLETED'}
    >
      {isBusy ? (
        <PreviewProgress run={preview} />
      ) : (
        <div className="guide-action">
          <Button
            icon={<EyeOutlined aria-hidden="true" />}
            disabled={missingNames.length > 0 || creation.isPending}
            aria-describedby="preview-note"
            onClick={preview.start}
          >
            {previewId === '' ? 'Preview the first 3 files' : 'Preview again'}
          </Button>
          <p id="preview-note" className="faint">
            {missingNames.length > 0
              ? `Still missing: ${missingNames.join(', ')}.`
              : 'The model calls of the tool are paid for. The first run does not pay again for a file that was read without errors.'}
          </p>
        </div>
      )}
      {!isBusy && preview.error !== null && preview.error !== undefined && (
        <Alert type="error" showIcon role="alert" title={explain(preview.error)} />
      )}
      {isShown && <Outcome guide={guide} />}
    </GuideStep>
  )
}

function Outcome({ guide }: { readonly guide: Guide }) {
  const { execution, files } = guide.preview
  const { data: delivery } = useQuery({
    ...deliveryPreview(execution?.id ?? ''),
    enabled: execution !== undefined && files.length > 0,
  })
  if (!execution) return null
  const { status, errorMessage, usage, reusedFiles } = execution
  const isOutdated = guide.isReadingChanged || delivery?.isOutdated === true
  return (
    <div className="guide-outcome">
      {isOutdated && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title="The source or the tool has changed since this preview."
        />
      )}
      {status === 'STOPPED' && (
        <Alert type="info" showIcon role="status" title="The preview was cancelled." />
      )}
      {errorMessage !== '' && <Alert type="error" showIcon role="alert" title={errorMessage} />}
      {files.length > 0 && (
        <>
          <p role="status">
            {summaryOf(files.length, reusedFiles)}
            {usage && ` Used: ${amountText(usage)}.`}
          </p>
          <PreviewedFiles executionId={execution.id} files={files} />
          <Delivery guide={guide} executionId={execution.id} />
        </>
      )}
    </div>
  )
}

function summaryOf(files: number, reusedFiles: number): string {
  const read = files === 1 ? '1 file.' : `${files} files.`
  return reusedFiles === 0 ? read : `${read} ${reusedFiles} from an earlier preview.`
}

type DeliveryProps = { readonly guide: Guide; readonly executionId: string }

function Delivery({ guide, executionId }: DeliveryProps) {
  const { data, error, refetch } = useQuery(deliveryPreview(executionId))
  const { isDestinationChanged, update } = guide
  return (
    <section aria-labelledby="delivery-title">
      <h3 id="delivery-title">What would be written</h3>
      {isDestinationChanged && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title="The destination has changed since this preview."
          action={
            <Button size="small" loading={update.isPending} onClick={() => update.mutate()}>
              Show it for the new destination
            </Button>
          }
        />
      )}
      {error && !data && (
        <FailureState
          error={error}
          fallback="Failed to load what would be written"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <div className="bone guide-bone" aria-busy="true" />}
      {data && <DeliveredValues delivery={data} />}
    </section>
  )
}
