import { buffer } from 'node:stream/consumers'
import type { Page } from '@facet/testkit/chromium'
import { describe, expect, it, vi } from 'vitest'
import { chartShown, htmlShown, kpiShown, manyRows, orders, revenueBlocks, tableShown, textShown } from './gallery-widgets.ts'
import type { Told } from './gallery.tsx'
import { givenGallery } from './given-gallery.ts'

const chartNames = ['bar', 'stacked bar', 'line', 'area', 'scatter', 'pie', 'heatmap', 'boxplot', 'faceted', 'layered with a rule']
const hostile = [
  '# Title',
  '<script>window.hit = 1</script><img src=x onerror="window.hit = 2"><svg onload="window.hit = 3"></svg>',
  '[run](javascript:window.hit=4) [page](https://example.com/a) [here](/embed/x) <a href="https://example.com" onclick="window.hit=5" style="position:fixed">styled</a>',
  '![pixel](https://evil.example/pixel.png) ![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)',
  '<style>body{display:none}</style><form action="https://evil.example"><input name=a></form><iframe src="https://evil.example"></iframe>',
  '| a | b |\n|---|---|\n| 1 | **2** |\n\n- one\n- two\n\n> quoted\n\n`code`',
].join('\n\n')

// A busy machine shows things late.
const soon = { timeout: 15_000 }

const gallery = givenGallery({
  widgets: [...chartNames.map((name) => chartShown(name)), kpiShown('kpi', revenueBlocks, orders), kpiShown('kpi-plain', null, orders)],
  bar: [chartShown('bar')],
  line: [chartShown('line')],
  resized: [chartShown('bar'), chartShown('line')],
  table: [tableShown('table', manyRows(50_000))],
  text: [textShown('text', hostile)],
  sampled: [
    chartShown(
      'sampled',
      {
        mark: 'point',
        encoding: { x: { field: 'orders.revenue', type: 'quantitative' }, y: { field: 'orders.count', type: 'quantitative' } },
      },
      manyRows(20_000),
    ),
  ],
  amounts: [
    chartShown('amounts', {
      mark: 'bar',
      encoding: {
        y: { field: 'orders.status', type: 'nominal', title: null },
        x: { field: 'orders.revenue', aggregate: 'sum', type: 'quantitative', axis: { format: '$~s', tickCount: 4, labelFlush: true } },
      },
    }),
  ],
  large: [
    chartShown(
      'large',
      {
        mark: 'bar',
        encoding: { x: { field: 'orders.customer' }, y: { field: 'orders.revenue', aggregate: 'sum', type: 'quantitative' } },
      },
      manyRows(6000),
    ),
  ],
  painted: [
    chartShown('painted', {
      mark: { type: 'bar', stroke: { expr: "'ur' + 'l(/paint-server#stroke)'" } },
      encoding: {
        x: { field: 'orders.status' },
        y: { field: 'orders.revenue', aggregate: 'sum', type: 'quantitative' },
        color: { value: 'u\\72l(/paint-server#fill)' },
      },
    }),
  ],
  html: [
    htmlShown(
      'html',
      '<h2 id="first">{{result._first.[orders.status]}}</h2><ul>{{#each result.data}}<li>{{this.[orders.revenue]}}</li>{{/each}}</ul><script>document.body.dataset.ran = "yes"; try { parent.document.title } catch { document.body.dataset.parent = "closed" }; fetch("https://evil.example").catch(() => { document.body.dataset.fetch = "refused" }); document.body.dataset.peer = typeof RTCPeerConnection; const inner = document.createElement("iframe"); inner.srcdoc = "<script src=\\"data:text/javascript,parent.postMessage(1,String.fromCharCode(42))\\"></scr" + "ipt>"; inner.onload = () => { document.body.dataset.inner ??= "still" }; onmessage = () => { document.body.dataset.inner = "ran" }; document.body.append(inner)</script>',
    ),
  ],
  'html-broken': [htmlShown('html', '{{#each')],
})

const toldOf = (page: Page): Promise<Told> => page.evaluate(() => (window as unknown as { told: Told }).told)
const shoot = (page: Page, name: string): Promise<unknown> =>
  process.env['FACET_SCREENSHOTS']
    ? page.screenshot({ path: `${process.env['FACET_SCREENSHOTS']}-${name}.png`, fullPage: !name.startsWith('tooltip') })
    : Promise.resolve()
const drawn = (page: Page): Promise<void> =>
  vi.waitFor(async () => expect(await page.locator('figure[aria-busy="true"]').count()).toBe(0), { timeout: 60_000, interval: 50 })

describe('charts', () => {
  const openWidgets = async (scheme: 'light' | 'dark', locale: string): Promise<Page> => {
    const page = await gallery.open({ show: 'widgets', scheme, locale })
    for (const name of chartNames) await page.waitForSelector(`#${name.replaceAll(' ', '-')} figure svg.marks`)
    await page.waitForSelector('#kpi svg path')
    await drawn(page)
    await shoot(page, `charts-${scheme}`)
    return page
  }

  it('and numbers are drawn under the policy of the page in the light scheme', async () => {
    const page = await openWidgets('light', 'en-US')

    expect((await toldOf(page)).violations).toEqual([])
    expect(await page.locator('figure').count()).toBe(chartNames.length)
    expect(await page.locator('#bar figure').getAttribute('aria-label')).toContain(
      'Bar chart: Revenue and Count by Created, Status, and Region, 48 rows.',
    )
    expect(await page.locator('#bar svg').textContent()).toContain('Sum of Revenue')
    expect(await page.evaluate(() => Object.keys(window).filter((name) => /vega/i.test(name)))).toEqual([])
    expect(await page.locator('#kpi').textContent()).toMatch(/Revenue this year\$[\d,.]+.*▲ \+[\d.]+%/)
    expect(await page.locator('#kpi-plain strong').textContent()).toMatch(/^\$[\d,]+/)
  })

  it('and numbers are drawn under the policy of the page in the dark scheme, with times in the language of the viewer', async () => {
    const page = await openWidgets('dark', 'de-DE')

    expect((await toldOf(page)).violations).toEqual([])
    expect(await page.locator('figure').count()).toBe(chartNames.length)
    // Charts show the times of the rows, whatever the time zone of the browser.
    expect(await page.locator('#stacked-bar svg').textContent()).toMatch(/Jan\.? 2025.*Okt\.? 2025/)
    expect(await page.locator('#area svg').textContent()).toContain('\u00a0$')
    expect(await page.locator('#kpi').textContent()).toMatch(/Revenue this year.*▲ \+[\d.,]+/)
  })

  it('are painted with colours alone: an address in place of one is not asked for', async () => {
    const page = await gallery.open({ show: 'painted' })
    await page.waitForSelector('#painted svg.marks .mark-rect path')
    await drawn(page)

    expect(await page.locator('#painted svg :is([fill*="("], [stroke*="("])').count()).toBe(0)
    expect(gallery.asked().filter((path) => path.includes('paint-server'))).toEqual([])
  })

  it('fill their box and follow it', async () => {
    const page = await gallery.open({ show: 'resized' })
    await page.waitForSelector('#bar svg.marks')
    await drawn(page)
    const widthOf = () => page.$eval('#bar svg.marks', (svg) => svg.getBoundingClientRect().width)
    const before = await widthOf()
    expect(Math.abs(before - (await page.$eval('#bar figure', (figure) => figure.clientWidth)))).toBeLessThanOrEqual(2)
    await page.setViewportSize({ width: 500, height: 900 })

    await expect.poll(widthOf, soon).not.toBe(before)
    expect(Math.abs((await widthOf()) - (await page.$eval('#bar figure', (figure) => figure.clientWidth)))).toBeLessThanOrEqual(2)
  })

  it('leave out labels of an axis that would touch, however wide they are', async () => {
    const page = await gallery.open({ show: 'amounts' })
    await page.waitForSelector('#amounts svg.marks')
    const gaps = () =>
      page.$$eval('#amounts .role-axis-label text', (labels) => {
        const seen = labels.filter((each) => each.textContent?.startsWith('$') && getComputedStyle(each).opacity === '1')
        const boxes = seen.map((each) => each.getBoundingClientRect()).toSorted((one, other) => one.left - other.left)
        return boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0))
      })
    const narrowest: number[] = []
    for (let width = 400; width >= 180; width -= 10) {
      await page.$eval('#amounts', (element, to) => void ((element as HTMLElement).style.width = `${to}px`), width)
      await page.waitForFunction(
        () =>
          Math.abs(
            (document.querySelector('#amounts svg')?.clientWidth ?? 0) - (document.querySelector('#amounts figure')?.clientWidth ?? 0),
          ) <= 2,
      )
      narrowest.push(Math.min(...(await gaps())))
    }

    expect(Math.min(...narrowest)).toBeGreaterThan(2)
  })

  it('fill a box that becomes as wide as the plot in it was', async () => {
    const page = await gallery.open({ show: 'resized' })
    await page.waitForSelector('#bar svg.marks')
    const widths = () =>
      page.$eval('#bar svg.marks', (svg) => ({
        svg: Math.round(svg.getBoundingClientRect().width),
        box: svg.parentElement?.clientWidth ?? 0,
        plot: Math.round(svg.querySelector('.role-frame .background')?.getBoundingClientRect().width ?? 0),
      }))
    await expect.poll(async () => (await widths()).svg, soon).toBe((await widths()).box)
    const { box, plot } = await widths()
    await page.$eval(
      '#bar',
      (element, lessPx) => {
        const shown = element as HTMLElement
        shown.style.width = `${shown.getBoundingClientRect().width - lessPx}px`
      },
      box - plot,
    )
    await expect.poll(async () => (await widths()).box, soon).toBe(plot)

    await expect.poll(async () => (await widths()).svg, soon).toBe(plot)
  })

  it('have their legends below once their box is narrow, and beside again', async () => {
    const page = await gallery.open({ show: 'resized' })
    await page.waitForSelector('#line svg.marks .role-legend')
    await drawn(page)
    const isBelow = () =>
      page.$eval('#line svg.marks', (svg) => {
        const bottomOf = (part: string): number => svg.querySelector(part)?.getBoundingClientRect().bottom ?? 0
        return bottomOf('.role-legend') > bottomOf('.role-axis')
      })
    expect(await isBelow()).toBe(false)
    await page.setViewportSize({ width: 380, height: 900 })
    await expect.poll(isBelow, soon).toBe(true)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(isBelow, soon).toBe(false)
  })

  it('say what is under the pointer, and let people look into it', async () => {
    const page = await gallery.open({ show: 'bar' })
    await page.waitForSelector('#bar svg.marks')
    await drawn(page)
    const bar = page.locator('#bar svg .mark-rect path').first()
    await bar.hover()

    await page.waitForSelector('#bar [role="tooltip"]:not([hidden])')
    expect(await page.locator('#bar [role="tooltip"]').textContent()).toMatch(/Status.*Revenue\$/)
    await shoot(page, 'tooltip')
    await page.keyboard.press('Escape')
    expect(await page.locator('#bar [role="tooltip"]').isHidden()).toBe(true)
    await bar.click()
    expect((await toldOf(page)).drills).toEqual([{ member: 'orders.status', value: 'paid', widgetId: 'bar' }])
  })

  it('of lines say what all series have where the pointer is', async () => {
    const page = await gallery.open({ show: 'line' })
    await page.waitForSelector('#line svg.marks')
    await drawn(page)
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('#line svg .mark-line').first().boundingBox()) ?? {}
    const readAt = async (share: number): Promise<string[]> => {
      await page.mouse.move(x + share * width, y + height / 3)
      await page.waitForSelector('#line [role="tooltip"]:not([hidden])')
      return page.locator('#line [role="tooltip"] div').allTextContents()
    }

    const [first, middle] = [await readAt(0.01), await readAt(0.5)]

    expect(first[0]).toBe('CreatedJan 2025')
    expect(middle[0]).toMatch(/^CreatedJu[nl] 2025$/)
    expect(first).toHaveLength(5)
    expect(middle.filter((line) => first.includes(line))).toEqual([])
    await shoot(page, 'tooltip-of-lines')
  })

  it('can be read as tables', async () => {
    const page = await gallery.open({ show: 'bar' })
    await page.waitForSelector('#bar svg.marks')
    await page.locator('#bar').getByRole('button', { name: 'Show as table' }).click()

    expect(await page.locator('#bar').getByRole('table').getAttribute('aria-rowcount')).toBe('50')
    await page.locator('#bar').getByRole('button', { name: 'Show as chart' }).click()
    await page.waitForSelector('#bar svg.marks')
  })

  it('of many rows are a sample on a canvas, and say so', async () => {
    const page = await gallery.open({ show: 'sampled' })
    await page.waitForSelector('#sampled canvas')
    await drawn(page)

    expect(await page.locator('#sampled').textContent()).toContain('Drawn from a sample: 5,000 of 20,000 rows.')
  })

  it('of more marks than can be drawn are tables', async () => {
    const page = await gallery.open({ show: 'large' })
    await page.waitForSelector('#large table')

    expect(await page.locator('#large').textContent()).toContain('6,000 marks, more than the 5,000')
  })
})

describe('a table of 50,000 rows', () => {
  it('keeps a few rows in the document, numbers them all, and loads no code of charts', async () => {
    const before = gallery.asked().length
    const page = await gallery.open({ show: 'table' })
    const table = page.getByRole('table')
    await table.waitFor()

    expect(
      gallery
        .asked()
        .slice(before)
        .filter((path) => path.includes('Chart')),
    ).toEqual([])
    expect((await toldOf(page)).violations).toEqual([])
    expect(await table.getAttribute('aria-rowcount')).toBe('50002')
    expect(await page.locator('tbody tr').count()).toBeLessThan(60)
    await page.getByRole('group', { name: 'rows' }).evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await page.locator('tr[aria-rowindex="50001"]').waitFor()
    expect(await page.locator('tr[aria-rowindex="50001"] td').first().textContent()).toBe('Customer 50000')
    expect(await page.locator('tfoot').textContent()).toMatch(/^Total\$/)
    await shoot(page, 'table')
  })

  it('is saved with all its rows, and sorted by its headers', async () => {
    const page = await gallery.open({ show: 'table' })
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
    // Playwright gives no path to the files of a browser that it connected to.
    const saved = (await buffer(await download.createReadStream())).toString()

    expect(download.suggestedFilename()).toBe('Orders.csv')
    expect(saved.split('\r\n')).toHaveLength(50_002)
    expect(saved.startsWith('\ufefforders.customer,')).toBe(true)
    expect((await toldOf(page)).downloads).toEqual([
      { format: 'csv', target: 'widget', widgetId: 'table', title: 'Orders', rowCount: 50_000 },
    ])

    const header = page.getByRole('columnheader', { name: 'Revenue' })
    await header.getByRole('button').click()
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await header.getByRole('button').click()

    expect(await header.getAttribute('aria-sort')).toBe('descending')
    expect(await page.locator('tr[aria-rowindex="2"] td').nth(3).textContent()).toBe('$999.97')
    await shoot(page, 'table-sorted')
  })
})

it('Markdown keeps what is text and loses what runs, styles, loads or posts', async () => {
  const page = await gallery.open({ show: 'text' })
  await page.waitForSelector('#text h1')
  await shoot(page, 'text')

  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  expect(await page.locator('#text :is(script, style, svg, form, input, iframe, [style], [onclick], [onerror])').count()).toBe(0)
  expect(await page.locator('#text img').count()).toBe(1)
  expect(
    await page
      .locator('#text a[href]')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')])),
  ).toEqual([
    ['https://example.com/a', 'noopener noreferrer', '_blank'],
    ['https://example.com/', 'noopener noreferrer', '_blank'],
  ])
  expect(await page.locator('#text td strong').textContent()).toBe('2')
})

describe('an HTML report', () => {
  it('is drawn in a frame that runs its scripts and reaches nothing', async () => {
    const page = await gallery.open({ show: 'html' })
    const frame = page.frameLocator('#html iframe')
    await frame.locator('#first').waitFor()

    expect(await frame.locator('#first').textContent()).toBe('paid')
    expect(await frame.locator('li').count()).toBe(48)
    await frame.locator('body[data-ran="yes"][data-parent="closed"][data-fetch="refused"]').waitFor()
    await frame.locator('body[data-peer="undefined"][data-inner="still"]').waitFor()
    await expect.poll(() => page.$eval('#html iframe', (element) => element.clientHeight), soon).toBeGreaterThan(800)
    expect(await page.$eval('#html iframe', (element) => element.getAttribute('sandbox'))).toBe('allow-scripts')
    await shoot(page, 'html')
  })

  it('says why where its template is none', async () => {
    const page = await gallery.open({ show: 'html-broken' })

    await expect.poll(() => page.locator('#html').textContent(), soon).toContain('The report could not be shown: Parse error')
  })
})
