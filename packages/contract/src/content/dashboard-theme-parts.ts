import { Maybe, schema, Text } from '../schema.ts'

/** Of CSS, never interpreted here: whoever draws it decides what is safe to draw. */
const Css = Maybe(Text(500))

/** `form` ends the names of the schemas: what is sent and what is answered have names of their own. */
export const dashboardThemeOf = (form: '' | 'Input') => {
  const Border = schema(`DashboardThemeBorder${form}`, { color: Css, radius: Css, style: Css, width: Css })
  const Title = schema(`DashboardThemeTitle${form}`, { color: Css, fontFamily: Css, fontSize: Css, fontWeight: Css })
  const Texts = schema(`DashboardThemeText${form}`, { color: Css, secondaryColor: Css, fontFamily: Css, codeFontFamily: Css })
  const box = { backgroundColor: Css, padding: Css }
  const framed = { ...box, border: Maybe(Border), title: Maybe(Title) }
  return schema(
    `DashboardTheme${form}`,
    {
      themeId: Maybe(Text(200)),
      backgroundColor: Css,
      primaryColor: Css,
      fontFamily: Css,
      dashboard: Maybe(schema(`DashboardThemeSection${form}`, box)),
      widgets: Maybe(schema(`WidgetThemeSection${form}`, { ...framed, margin: Css, text: Maybe(Texts) })),
      controls: Maybe(schema(`ControlThemeSection${form}`, framed)),
    },
    { description: 'Overrides of the theme of the account for one dashboard.' },
  )
}
