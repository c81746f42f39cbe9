import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'

type Props = {
  readonly text: string
  onStart(): void
  onClose(): void
}

/** One line above the page that offers a tour, and stays away once it was closed. */
export function TourOffer({ text, onStart, onClose }: Props) {
  return (
    <aside className="tour-offer" aria-label="Tour">
      <span>{text}</span>
      <Button type="link" size="small" onClick={onStart}>
        Take the tour
      </Button>
      <Button
        type="text"
        size="small"
        aria-label="Do not offer the tour again"
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={onClose}
      />
    </aside>
  )
}
