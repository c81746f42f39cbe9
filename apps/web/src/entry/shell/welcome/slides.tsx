import { Link } from '@tanstack/react-router'
import type { Paths } from '../../../shared/navigation/paths.ts'
import type { Slide } from './Carousel.tsx'

const credits: Slide = {
  title: '$10 free credits',
  text: 'Your 14-day trial comes with $10 free credits for models and text extraction.',
}

/** Replaces the slide about the trial if no subscriptions are sold. */
const builtIn: Slide = {
  title: 'Ready from the start',
  text: 'Built-in services read and answer without a key and without the network. Connect services of your own when you want more.',
}

/** Slides shown after the first login. */
export function platformSlides(to: Paths, hasTrial: boolean): readonly Slide[] {
  return [
    {
      title: 'Welcome to Recto',
      text: 'Recto turns documents into structured data, and shows where on the page each value was read.',
    },
    hasTrial ? credits : builtIn,
    {
      title: 'An environment for prompts',
      text: 'In Prompt Studio you ask a document for fields, see the answers beside the page, and compare models until they are right.',
    },
    {
      title: 'One prompt, then launch',
      text: 'Write one prompt for many layouts of a document, export it, and launch it as an API or a workflow.',
    },
    {
      title: 'Where to find help',
      text: (
        <ul>
          <li>
            <Link to={to.projects()}>Prompt Studio</Link>: begin with a project
          </li>
          <li>
            <Link to={to.onboard()}>Set up</Link>: connect services of your own
          </li>
          <li>
            Press <kbd>?</kbd> for all shortcuts, and <kbd>Ctrl</kbd> <kbd>K</kbd> to go anywhere
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
    text: 'A project holds sample documents and the prompts that are asked of them.',
  },
  {
    title: 'Prompt coverage',
    text: 'Run a prompt on all sample documents and see at once for how many of them it finds an answer.',
  },
  {
    title: 'LLM profiles per prompt',
    text: 'A profile names the model and how text is found. Each prompt can have its own, so that a simple field does not need a large model.',
  },
  {
    title: 'Save costs up to 6x',
    text: 'Single pass extraction and summarised extraction ask for many fields at once, and can cost up to six times less.',
  },
]
