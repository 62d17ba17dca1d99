import { paintPage } from '../paint-page.ts'

paintPage()
