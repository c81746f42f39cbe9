import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { applyCalibration, calibrationFromWire, calibrationsIn } from './calibration.ts'
import { ConfidenceBadge } from './outputs/ConfidenceBadge.tsx'

const wire = { raw_confidence: 0.93, low: 0.71, high: 0.96, truths: 134 }

test('a calibrated confidence shows its interval and the number of expected values behind it', async () => {
  const ana = userEvent.setup()
  render(<ConfidenceBadge value={0.87} calibration={calibrationFromWire(wire)} />)
  await ana.hover(screen.getByText('87%'))
  expect(
    await screen.findByText(
      'Confidence 0.87 (0.71 to 0.96), calibrated with 134 expected values of this project. Uncalibrated: 0.93.',
    ),
  ).toBeTruthy()
})

test('expected values calibrate whole values only: parts and uncalibrated values keep their raw confidence', () => {
  const metadata = {
    confidence: { total: 0.87, lines: 0.5, due: null },
    calibration: { total: wire },
  }
  const { calibrations, calibratedConfidences } = calibrationsIn(metadata)
  const calibrationOf = (key: string) => ({
    calibration: calibrations[key],
    calibratedConfidence: calibratedConfidences[key] ?? null,
  })
  expect(applyCalibration(0.93, calibrationOf('total'))).toBe(0.87)
  expect(applyCalibration([{ item: 0.4 }], calibrationOf('lines'))).toEqual([{ item: 0.4 }])
  expect(applyCalibration(0.4, calibrationOf('lines'))).toBe(0.4)
  expect(calibrationsIn({ confidence: { total: 0.9 } })).toEqual({
    calibrations: {},
    calibratedConfidences: {},
  })
  expect(calibrationFromWire(null)).toBeUndefined()
})
