import { Link } from '@tanstack/react-router'
import type { Paths } from '../../../shared/navigation/paths.ts'
import { createStore } from '../../../shared/store/create-store.ts'
import type { Slide } from './Carousel.tsx'

/** A tour: of the product, or of Prompt Studio. */
export type TourName = 'platform' | 'studio'

/** The tour that is open. */
export const openTour = createStore<TourName | undefined>(undefined)

const credits: Slide = {
  title: '$10 free credits',
  text: 'Your 14-day trial includes $10 in free credits for models and text extraction.',
}

/** Replaces the slide about the trial if no subscriptions are sold. */
const builtIn: Slide = {
  title: 'Ready to use',
  text: 'The built-in services read documents and answer prompts without a key or network access. Connect your own services when you need more.',
}

/** Slides shown after the first login. */
export function platformSlides(
  to: Paths,
  { hasTrial, isReviewer }: { readonly hasTrial: boolean; readonly isReviewer: boolean },
): readonly Slide[] {
  return [
    {
      title: 'Welcome to Recto',
      text: 'Recto turns documents into structured data, and shows where on the page each value was found.',
    },
    hasTrial ? credits : builtIn,
    {
      title: 'A workspace for prompts',
      text: 'In Prompt Studio, you write a prompt for each field, see the answers next to the page, and compare models until the answers are right.',
    },
    {
      title: 'Write your prompts once, then deploy them',
      text: 'Write one prompt for many document layouts, export your project, and launch it as an API or a workflow.',
    },
    {
      title: 'Where to find help',
      text: (
        <ul>
          <li>
            <a href="/guide">Guide</a>: short pages, and at the end of each one something works
          </li>
          {!isReviewer && (
            <>
              <li>
                <Link to={to.projects()}>Prompt Studio</Link>: start with a project
              </li>
              <li>
                <Link to={to.adapters('llms')}>LLMs</Link>: connect your own models
              </li>
            </>
          )}
          <li>
            <a href="/docs">API reference</a>: call your deployments from programs
          </li>
          <li>
            Press <kbd>?</kbd> to see all shortcuts, or <kbd>Ctrl</kbd> <kbd>K</kbd> to go anywhere
          </li>
        </ul>
      ),
    },
  ]
}

/** Slides shown on the first visit to Prompt Studio. */
export const studioSlides: readonly Slide[] = [
  {
    title: 'Welcome to Prompt Studio',
    text: 'A project contains sample documents and the prompts to run on them.',
  },
  {
    title: 'Prompt coverage',
    text: 'Run a prompt on all sample documents and see at a glance how many of them get an answer.',
  },
  {
    title: 'LLM profiles per prompt',
    text: 'A profile defines the model and how relevant text is retrieved. Each prompt can have its own profile, so simple fields do not need a large model.',
  },
  {
    title: 'Cut costs by up to 6x',
    text: 'Single pass extraction and summarized extraction get many fields in one call, and can cost up to six times less.',
  },
]
