export { AdapterPicker } from './AdapterPicker.tsx'
