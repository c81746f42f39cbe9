import { Radio } from 'antd'
import { useId } from 'react'

type Props = { readonly runsOnArrival: boolean; onChange(runsOnArrival: boolean): void }

/** What starts the runs of a pipeline. */
export function TriggerChoice({ runsOnArrival, onChange }: Props) {
  const id = useId()
  return (
    <div className="trigger-choice">
      <p id={id}>When does it run?</p>
      <Radio.Group
        aria-labelledby={id}
        value={runsOnArrival}
        options={[
          { value: false, label: 'On a schedule, or on demand' },
          { value: true, label: 'When something arrives' },
        ]}
        onChange={({ target }) => onChange(target.value === true)}
      />
    </div>
  )
}
