/** Names of Vega-Lite that a chart may use: all that its schema has, without those that load, link, listen or hold what is no picture. */
export const allowedNames: ReadonlySet<string> = new Set(
  `
  $schema aggregate align anchor and angle animationDuration arc area argmax argmin aria ariaRole ariaRoleDescription as aspect
  autosize axis axisBand axisBottom axisDiscrete axisLeft axisPoint axisQuantitative axisRight axisTemporal axisTop axisX axisXBand
  axisXDiscrete axisXPoint axisXQuantitative axisXTemporal axisY axisYBand axisYDiscrete axisYPoint axisYQuantitative axisYTemporal
  background band bandPaddingInner bandPaddingOuter bandPosition bandSize bandWithNestedOffsetPaddingInner
  bandWithNestedOffsetPaddingOuter bandwidth bar barBandPaddingInner base baseline bbox bin binSpacing bind binned bins blend borders
  bottom bounds box boxplot calculate category center circle clamp clear clip clipAngle clipExtent clipHeight coefficient color column
  columnPadding columns concat condition config constant contains content continuousBandSize continuousHeight continuousPadding
  continuousWidth cornerRadius cornerRadiusBottomLeft cornerRadiusBottomRight cornerRadiusEnd cornerRadiusTopLeft cornerRadiusTopRight
  count countTitle counts cumulative currency cursor data date dateTime datum day days decimal default density description detail dir
  direction disable discreteBandSize discreteHeight discreteWidth distance diverging divide domain domainCap domainColor domainDash
  domainDashOffset domainMax domainMid domainMin domainOpacity domainRaw domainWidth dx dy ellipsis empty encoding encodings endAngle
  equal errorband errorbar exponent exponential exponentialb expr extent extentMajor extentMinor facet field fieldTitle fields fill
  fillColor fillOpacity filled filter fit flatten fold font fontSize fontStyle fontWeight for format formatType fraction from gamma
  geoshape gradient gradientDirection gradientHorizontalMaxLength gradientHorizontalMinLength gradientLabelLimit gradientLabelOffset
  gradientLength gradientOpacity gradientStrokeColor gradientStrokeWidth gradientThickness gradientVerticalMaxLength
  gradientVerticalMinLength grid gridAlign gridCap gridColor gridDash gridDashOffset gridOpacity gridWidth group-subtitle group-title
  groupby grouping gt gte guide-label guide-title hconcat header headerColumn headerFacet headerRow heatmap height hours id
  ignorePeers impute innerRadius interpolate interval invalid joinaggregate key keyvals labelAlign labelAnchor labelAngle
  labelBaseline labelBound labelColor labelExpr labelFlush labelFlushOffset labelFont labelFontSize labelFontStyle labelFontWeight
  labelLimit labelLineHeight labelOffset labelOpacity labelOrient labelOverlap labelPadding labelSeparation labels latitude latitude2
  layer layout left legend legendX legendY limit line lineBreak lineHeight lobes longitude longitude2 lookup lt lte mark max
  maxBandSize maxExtent maxFontSize maxOpacity maxSize maxStrokeWidth maxbins maxsteps median method milliseconds min minBandSize
  minExtent minFontSize minOpacity minSize minStrokeWidth minstep minsteps minus minutes month months name nan nearest nice
  normalizedNumberFormat normalizedNumberFormatType not number numberFormat numberFormatType numerals offset offsetBandPaddingInner
  offsetBandPaddingOuter on oneOf op opacity or order ordinal orient outerRadius outliers padAngle padding paddingInner paddingOuter
  parallel parallels param params percent periods pivot point pointPadding pointRadius position precision probs projection quantile
  quantileCount quantizeCount quarter r1 r2 radius radius2 radius2Offset radiusOffset ramp range rangeMax rangeMin ratio rect
  rectBandPaddingInner reflectX reflectY repeat rescale resize resolve reverse right rotate round row rowPadding rule sample scale
  scheme seconds select selection shape shortDays shortMonths size smooth sort spacing spec square stack start startAngle step
  stepMajor stepMinor steps stop stops stroke strokeCap strokeColor strokeDash strokeDashOffset strokeJoin strokeMiterLimit
  strokeOffset strokeOpacity strokeWidth style subtitle subtitleColor subtitleFont subtitleFontSize subtitleFontStyle
  subtitleFontWeight subtitleLineHeight subtitlePadding symbol symbolBaseFillColor symbolBaseStrokeColor symbolDash symbolDashOffset
  symbolDirection symbolFillColor symbolLimit symbolOffset symbolOpacity symbolSize symbolStrokeColor symbolStrokeWidth symbolType
  tension test text theta theta2 theta2Offset thetaOffset thickness thousands tick tickBand tickBandPaddingInner tickCap tickColor
  tickCount tickDash tickDashOffset tickExtra tickMinStep tickOffset tickOpacity tickRound tickSize tickWidth ticks tilt time
  timeFormat timeFormatType timeUnit timeUnitBandPosition timeUnitBandSize title titleAlign titleAnchor titleAngle titleBaseline
  titleColor titleFont titleFontSize titleFontStyle titleFontWeight titleLimit titleLineHeight titleOpacity titleOrient titlePadding
  titleX titleY toggle tooltip tooltipFormat top trail transform translate type unionWith unit unselectedOpacity useUnaggregatedDomain
  utc valid value values vconcat view views week width window x x1 x2 x2Offset xError xError2 xOffset xReverse y y1 y2 y2Offset yError
  yError2 yOffset year zero zindex zoom
  `.match(/\S+/g),
)
