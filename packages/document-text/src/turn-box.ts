import type { Box } from './model.ts'

/**
 * A box in the frame of text that runs at the angle (degrees clockwise): the first axis grows along the text, the
 * second from line to line. Turned about the page's corner, so values may be negative; quarter turns are exact,
 * others return the box around the turned corners of the diagonal.
 */
export function turnBox(box: Box, angle: number): Box {
  const [x0, y0, x1, y1] = box
  if (angle === 0) return box
  if (angle === 90) return [y0, -x1, y1, -x0]
  if (angle === 180) return [-x1, -y1, -x0, -y0]
  if (angle === 270) return [-y1, x0, -y0, x1]
  const turn = (angle * Math.PI) / 180
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const xs = [x0 * cos + y0 * sin, x1 * cos + y1 * sin]
  const ys = [y0 * cos - x0 * sin, y1 * cos - x1 * sin]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
