import { Alert, Button, Form, Input } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import { CheaperChoice } from '../CheaperChoice.tsx'
import { texts } from '../pipeline.ts'
import { ScheduleChoice } from '../schedule/ScheduleChoice.tsx'
import { GuideStep } from './GuideStep.tsx'
import { missingParts, typeOf } from './guide-values.ts'
import type { Guide } from './use-guide.ts'

const MAX_NAME = 32

/** The name and the schedule, and the button that creates the pipeline. */
export function ScheduleStep({ guide }: { readonly guide: Guide }) {
  const { values, name, creation, preview } = guide
  const failures = guide.failuresOf('schedule')
  const missingNames = [
    ...missingParts(values),
    ...(name.trim() === '' ? ['the name of the pipeline'] : []),
  ]
  const isAtField = ['name', 'cron', 'timeZone', 'arrivalQueue'].some((field) =>
    failures.has(field),
  )
  return (
    <GuideStep
      number={5}
      title="Name and schedule"
      explanation="When the pipeline runs. Files that it has processed before are skipped."
      isComplete={creation.isSuccess}
    >
      <Form component={false} layout="vertical" requiredMark={false}>
        <FormField label="Name of the pipeline" failure={failures.get('name')}>
          {(ties) => (
            <Input
              {...ties}
              maxLength={MAX_NAME}
              value={name}
              onChange={({ target }) => guide.change({ name: target.value })}
            />
          )}
        </FormField>
        <ScheduleChoice
          values={values.schedule}
          failures={failures}
          onChange={(changes) => guide.change({ schedule: { ...values.schedule, ...changes } })}
        />
        <CheaperChoice
          value={values.usesBatches}
          onChange={(usesBatches) => guide.change({ usesBatches })}
        />
      </Form>
      <div className="guide-action">
        <Button
          type="primary"
          disabled={missingNames.length > 0 || preview.isBusy}
          loading={creation.isPending}
          aria-describedby="create-note"
          onClick={() => creation.mutate()}
        >
          Create the {texts[typeOf(values)].singular}
        </Button>
        <p id="create-note" className="faint">
          {missingNames.length > 0
            ? `Still missing: ${missingNames.join(', ')}.`
            : 'Nothing is written before its first run.'}
        </p>
      </div>
      {creation.error && !isAtField && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(creation.error, 'Failed to create the pipeline')}
        />
      )}
    </GuideStep>
  )
}
