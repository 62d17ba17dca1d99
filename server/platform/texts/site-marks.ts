import { escapeHtml } from '../markup.ts'

/**
 * Stand for the site's name and its contact address in texts that are written before these are known: pages and mails take them
 * when they are sent. Noncharacters, which Unicode reserves for the inside of a program: no text of a member has one, since the contract
 * refuses them (isUsableText) and names from elsewhere lose them (lineFrom, normalText).
 */
export const SITE_NAME = '\ufdd0'
export const SITE_CONTACT = '\ufdd1'

interface Site {
  name: string
  contact: string
}

const MARKS = new RegExp(`[${SITE_NAME}${SITE_CONTACT}]`, 'g')
const SCRIPTS_AND_MARKS = new RegExp(`<script[^>]*>[\\s\\S]*?</script>|${MARKS.source}`, 'g')
const shownFor = (mark: string, site: Site) => (mark === SITE_NAME ? site.name : site.contact)

/** For plain texts, such as the subject of a mail. */
export const withSite = (text: string, site: Site): string => text.replace(MARKS, (mark) => shownFor(mark, site))

/** For texts of JSON. */
export const withSiteInJson = (json: string, site: Site): string =>
  json.replace(MARKS, (mark) => JSON.stringify(shownFor(mark, site)).slice(1, -1).replaceAll('<', '\\u003c'))

/** For HTML and XML; scripts hold JSON. */
export const withSiteInMarkup = (markup: string, site: Site): string =>
  markup.replace(SCRIPTS_AND_MARKS, (found) =>
    found.length > 1 ? withSiteInJson(found, site) : escapeHtml(shownFor(found, site)),
  )
