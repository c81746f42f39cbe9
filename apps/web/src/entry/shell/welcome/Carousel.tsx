import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import './welcome.css'

export type Slide = { readonly title: string; readonly text: ReactNode }

type Props = {
  readonly label: string
  readonly slides: readonly Slide[]
  /** Called after the last slide. */
  onFinish(): void
  /** Called if it is closed earlier. */
  onClose(): void
}

/** Shows slides one after another. */
export function Carousel({ label, slides, onFinish, onClose }: Props) {
  const [slideIndex, setSlideIndex] = useState(0)
  const slide = slides[slideIndex]
  const isLast = slideIndex === slides.length - 1

  return (
    <Modal
      open
      centered
      width={520}
      title={label}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="welcome-foot">
          <span className="faint" role="status">
            {slideIndex + 1} of {slides.length}
          </span>
          {slideIndex > 0 && (
            <Button onClick={() => setSlideIndex(slideIndex - 1)}>Previous</Button>
          )}
          {isLast ? (
            <Button type="primary" onClick={onFinish}>
              Finish
            </Button>
          ) : (
            <Button type="primary" onClick={() => setSlideIndex(slideIndex + 1)}>
              Next
            </Button>
          )}
        </div>
      }
    >
      <article className="welcome-slide" aria-live="polite">
        <h3>{slide?.title}</h3>
        <div>{slide?.text}</div>
      </article>
    </Modal>
  )
}
