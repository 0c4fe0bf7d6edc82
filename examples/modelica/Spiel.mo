// Wires joints imported as FMUs to the frames of mechanical models.
package Spiel "Joints with play, friction and wear from FMUs, wired to mechanical frames"
  import Modelica.Units.SI;
  import Modelica.Blocks.Interfaces.RealInput;
  import Modelica.Blocks.Interfaces.RealOutput;

  package Interfaces "What a joint's unit asks for and gives"
    partial block RelativeUnit "A joint that gets body b as body a sees it; all vectors in the axes of frame_a"
      RealInput r_rel[2](each final quantity="Length", each final unit="m")
        "Position of frame_b's origin, seen from frame_a";
      RealInput phi_rel(final quantity="Angle", final unit="rad")
        "Angle of frame_b against frame_a, counter-clockwise; wrapped or not";
      RealInput v_rel[2](each final quantity="Velocity", each final unit="m/s")
        "Rate of r_rel: what an observer turning with frame_a sees";
      RealInput w_rel(final quantity="AngularVelocity", final unit="rad/s")
        "Rate of phi_rel";
      RealOutput force[2](each final quantity="Force", each final unit="N")
        "Force exerted on body b at frame_b's origin";
      RealOutput torque(final quantity="Torque", final unit="N.m")
        "Moment exerted on body b about frame_b's origin, counter-clockwise";
      RealOutput reaction_f[2](each final quantity="Force", each final unit="N")
        "Force exerted on body a at frame_a's origin: -force";
      RealOutput reaction_t(final quantity="Torque", final unit="N.m")
        "Moment exerted on body a about frame_a's origin: -torque - (r_rel x force)";
    end RelativeUnit;

    partial block WorldUnit "A joint that gets the frames of both bodies; all vectors in the axes of the world"
      RealInput r_a[2](each final quantity="Length", each final unit="m") "Position of frame_a's origin";
      RealInput phi_a(final quantity="Angle", final unit="rad") "Angle of frame_a, counter-clockwise";
      RealInput v_a[2](each final quantity="Velocity", each final unit="m/s") "Velocity of frame_a's origin";
      RealInput w_a(final quantity="AngularVelocity", final unit="rad/s") "Rate of phi_a";
      RealInput r_b[2](each final quantity="Length", each final unit="m") "Position of frame_b's origin";
      RealInput phi_b(final quantity="Angle", final unit="rad") "Angle of frame_b, counter-clockwise";
      RealInput v_b[2](each final quantity="Velocity", each final unit="m/s") "Velocity of frame_b's origin";
      RealInput w_b(final quantity="AngularVelocity", final unit="rad/s") "Rate of phi_b";
      RealOutput f_a[2](each final quantity="Force", each final unit="N")
        "Force exerted on body a at frame_a's origin";
      RealOutput t_a(final quantity="Torque", final unit="N.m")
        "Moment exerted on body a about frame_a's origin, counter-clockwise";
      RealOutput f_b[2](each final quantity="Force", each final unit="N")
        "Force exerted on body b at frame_b's origin";
      RealOutput t_b(final quantity="Torque", final unit="N.m")
        "Moment exerted on body b about frame_b's origin, counter-clockwise";
    end WorldUnit;

    partial model RelativeFmu "Relative ports as OpenModelica and Modelica-FMI name them: a dot becomes an underscore"
      RealInput r_rel_x;
      RealInput r_rel_y;
      RealInput phi_rel;
      RealInput v_rel_x;
      RealInput v_rel_y;
      RealInput w_rel;
      RealOutput force_x;
      RealOutput force_y;
      RealOutput torque;
      RealOutput reaction_fx;
      RealOutput reaction_fy;
      RealOutput reaction_t;
    end RelativeFmu;

    partial model WorldFmu "World ports as OpenModelica's import names them: a dot becomes an underscore"
      RealInput frame_a_x;
      RealInput frame_a_y;
      RealInput frame_a_phi;
      RealInput frame_a_vx;
      RealInput frame_a_vy;
      RealInput frame_a_w;
      RealInput frame_b_x;
      RealInput frame_b_y;
      RealInput frame_b_phi;
      RealInput frame_b_vx;
      RealInput frame_b_vy;
      RealInput frame_b_w;
      RealOutput load_a_fx;
      RealOutput load_a_fy;
      RealOutput load_a_t;
      RealOutput load_b_fx;
      RealOutput load_b_fy;
      RealOutput load_b_t;
    end WorldFmu;
  end Interfaces;

  package Units "Joints to put behind the ports: imported ones, and one to try the wiring with"
    block RelativeFromFmu "An imported FMU with relative ports"
      extends Interfaces.RelativeUnit;
      replaceable model Fmu = Interfaces.RelativeFmu constrainedby Interfaces.RelativeFmu
        "The imported model" annotation (choicesAllMatching=true);
      Fmu fmu "The joint";
    equation
      connect(r_rel[1], fmu.r_rel_x);
      connect(r_rel[2], fmu.r_rel_y);
      connect(phi_rel, fmu.phi_rel);
      connect(v_rel[1], fmu.v_rel_x);
      connect(v_rel[2], fmu.v_rel_y);
      connect(w_rel, fmu.w_rel);
      connect(fmu.force_x, force[1]);
      connect(fmu.force_y, force[2]);
      connect(fmu.torque, torque);
      connect(fmu.reaction_fx, reaction_f[1]);
      connect(fmu.reaction_fy, reaction_f[2]);
      connect(fmu.reaction_t, reaction_t);
      annotation (Documentation(info="<html><p>This block and the one below are the only places that know how a
tool spells the variables of an imported FMU. Spelt here as by OpenModelica and Modelica-FMI; for a tool that spells them
otherwise, write a block like this one that extends Interfaces.RelativeUnit.</p></html>"));
    end RelativeFromFmu;

    block WorldFromFmu "An imported FMU with world ports"
      extends Interfaces.WorldUnit;
      replaceable model Fmu = Interfaces.WorldFmu constrainedby Interfaces.WorldFmu
        "The imported model" annotation (choicesAllMatching=true);
      Fmu fmu "The joint";
    equation
      connect(r_a[1], fmu.frame_a_x);
      connect(r_a[2], fmu.frame_a_y);
      connect(phi_a, fmu.frame_a_phi);
      connect(v_a[1], fmu.frame_a_vx);
      connect(v_a[2], fmu.frame_a_vy);
      connect(w_a, fmu.frame_a_w);
      connect(r_b[1], fmu.frame_b_x);
      connect(r_b[2], fmu.frame_b_y);
      connect(phi_b, fmu.frame_b_phi);
      connect(v_b[1], fmu.frame_b_vx);
      connect(v_b[2], fmu.frame_b_vy);
      connect(w_b, fmu.frame_b_w);
      connect(fmu.load_a_fx, f_a[1]);
      connect(fmu.load_a_fy, f_a[2]);
      connect(fmu.load_a_t, t_a);
      connect(fmu.load_b_fx, f_b[1]);
      connect(fmu.load_b_fy, f_b[2]);
      connect(fmu.load_b_t, t_b);
    end WorldFromFmu;

    block Bushing "A spring and damper without play, to try the wiring before there is an FMU"
      extends Interfaces.RelativeUnit;
      parameter SI.TranslationalSpringConstant stiffness = 1e7 "Stiffness in every direction";
      parameter SI.TranslationalDampingConstant damping = 2e3 "Damping in every direction";
    equation
      force = -stiffness*r_rel - damping*v_rel;
      torque = 0;
      reaction_f = -force;
      reaction_t = -torque - (r_rel[1]*force[2] - r_rel[2]*force[1]);
    end Bushing;
  end Units;

  package MultiBody "For Modelica.Mechanics.MultiBody"
    model RelativeJoint "A joint in the x-y plane of frame_a"
      Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a "Body a: bearing, guide, lower part";
      Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Body b: journal, slider, upper part";
      replaceable block Unit = Units.Bushing constrainedby Interfaces.RelativeUnit
        "The joint behind the frames" annotation (choicesAllMatching=true);
      Unit unit "The joint";
    protected
      Modelica.Mechanics.MultiBody.Sensors.RelativeSensor sensor(
        get_r_rel=true,
        get_v_rel=true,
        get_w_rel=true,
        get_angles=true,
        sequence={1,2,3},
        resolveInFrame=Modelica.Mechanics.MultiBody.Types.ResolveInFrameAB.frame_a,
        animation=false) "Frame_b as frame_a sees it";
      Modelica.Mechanics.MultiBody.Forces.ForceAndTorque load(
        resolveInFrame=Modelica.Mechanics.MultiBody.Types.ResolveInFrameAB.frame_a)
        "Load on body b, and on body a what balances it";
    equation
      connect(sensor.frame_a, frame_a);
      connect(sensor.frame_b, frame_b);
      connect(load.frame_a, frame_a);
      connect(load.frame_b, frame_b);
      connect(sensor.r_rel[1:2], unit.r_rel);
      connect(sensor.v_rel[1:2], unit.v_rel);
      connect(sensor.angles[3], unit.phi_rel);
      connect(sensor.w_rel[3], unit.w_rel);
      load.force = {unit.force[1],unit.force[2],0};
      load.torque = {0,0,unit.torque};
      annotation (Documentation(info="<html><p>The z axes of both frames must stay parallel; nothing here holds them
so. The joint also leaves distance along z alone.</p>
<p>Signs: <code>ForceAndTorque</code> takes the force and torque that act <em>on</em> the body at its frame_b, which
is what the unit gives; it writes them with the opposite sign into frame_b.f and frame_b.t, which are flows, and
exerts on frame_a the opposite force and the moment that balances both. That is the unit's own reaction, which
is therefore not wired again.</p>
<p>The sensor gives v_rel as the rate of r_rel in the turning axes of frame_a, as the unit wants it. Its angle is
wrapped to -pi..pi, which the unit allows.</p></html>"));
    end RelativeJoint;
  end MultiBody;

  package Planar "For the library PlanarMechanics"
    model WorldJoint "A joint between two planar frames"
      .PlanarMechanics.Interfaces.Frame_a frame_a "Body a: bearing, guide, lower part";
      .PlanarMechanics.Interfaces.Frame_b frame_b "Body b: journal, slider, upper part";
      replaceable block Unit = Units.WorldFromFmu constrainedby Interfaces.WorldUnit
        "The joint behind the frames" annotation (choicesAllMatching=true);
      Unit unit "The joint";
    equation
      unit.r_a = {frame_a.x,frame_a.y};
      unit.phi_a = frame_a.phi;
      unit.v_a = {der(frame_a.x),der(frame_a.y)};
      unit.w_a = der(frame_a.phi);
      unit.r_b = {frame_b.x,frame_b.y};
      unit.phi_b = frame_b.phi;
      unit.v_b = {der(frame_b.x),der(frame_b.y)};
      unit.w_b = der(frame_b.phi);
      // A flow is what a body does to this joint; the unit tells what the joint does to the body.
      frame_a.fx = -unit.f_a[1];
      frame_a.fy = -unit.f_a[2];
      frame_a.t = -unit.t_a;
      frame_b.fx = -unit.f_b[1];
      frame_b.fy = -unit.f_b[2];
      frame_b.t = -unit.t_b;
      annotation (Documentation(info="<html><p>Angles and moments count counter-clockwise, as in
PlanarMechanics.Parts.Body, whatever the text of its connector says.</p></html>"));
    end WorldJoint;
  end Planar;

  package Examples "Machines"
    model SliderCrank "A slider-crank whose rod holds the slider's pin with play"
      parameter SI.Length crank_length = 0.15 "Distance from the pivot to the crank pin";
      parameter SI.Length rod_length = 0.541 "Distance from the crank pin to the slider's";
      parameter SI.Mass crank_mass = 0.5 "Mass of the crank, a uniform rod";
      parameter SI.Mass rod_mass = 1.2 "Mass of the rod, uniform";
      parameter SI.Mass slider_mass = 2 "Mass of the slider";
      parameter SI.AngularVelocity speed = 200*2*Modelica.Constants.pi/60 "Speed of the crank, counter-clockwise";
      replaceable block PinUnit = Units.Bushing constrainedby Interfaces.RelativeUnit
        "The joint of rod (body a, the bearing) and slider (body b, the journal)" annotation (choicesAllMatching=true);
      inner Modelica.Mechanics.MultiBody.World world(g=9.81, n={0,-1,0});
      Modelica.Mechanics.Rotational.Sources.ConstantSpeed drive(w_fixed=speed);
      Modelica.Mechanics.MultiBody.Joints.Revolute pivot(
        useAxisFlange=true, n={0,0,1}, phi(fixed=true, start=0));
      Modelica.Mechanics.MultiBody.Parts.BodyShape crank(
        r={crank_length,0,0}, r_CM={crank_length/2,0,0}, m=crank_mass, I_33=crank_mass*crank_length^2/12);
      Modelica.Mechanics.MultiBody.Joints.Revolute crank_pin(
        n={0,0,1}, phi(fixed=true, start=0), w(fixed=true, start=-speed*(1 + crank_length/rod_length)));
      Modelica.Mechanics.MultiBody.Parts.BodyShape rod(
        r={rod_length,0,0}, r_CM={rod_length/2,0,0}, m=rod_mass, I_33=rod_mass*rod_length^2/12);
      MultiBody.RelativeJoint slider_pin(redeclare block Unit = PinUnit);
      Modelica.Mechanics.MultiBody.Joints.Prismatic guide(
        n={1,0,0}, s(fixed=true, start=crank_length + rod_length), v(fixed=true, start=0));
      Modelica.Mechanics.MultiBody.Parts.Body slider(r_CM={0,0,0}, m=slider_mass);
    equation
      connect(drive.flange, pivot.axis);
      connect(world.frame_b, pivot.frame_a);
      connect(pivot.frame_b, crank.frame_a);
      connect(crank.frame_b, crank_pin.frame_a);
      connect(crank_pin.frame_b, rod.frame_a);
      connect(rod.frame_b, slider_pin.frame_a);
      connect(world.frame_b, guide.frame_a);
      connect(guide.frame_b, slider_pin.frame_b);
      connect(guide.frame_b, slider.frame_a);
      annotation (
        experiment(StopTime=0.6, Interval=1e-4, Tolerance=1e-6),
        Documentation(info="<html><p>Two turns at 200 rpm. The machine starts stretched and concentric, with the
velocities of ideal joints. As it stands the pin is a bushing; with an imported FMU in its place:</p>
<pre>block Pin
  extends Spiel.Units.RelativeFromFmu(redeclare model Fmu = revolute_clearance_me_FMU);
end Pin;
model Machine
  extends Spiel.Examples.SliderCrank(redeclare block PinUnit = Pin);
end Machine;</pre></html>"));
    end SliderCrank;

    partial model SliderCrankWithPlay "The same machine with half a millimetre of clearance; wants the imported pin"
      replaceable model Pin = Interfaces.RelativeFmu constrainedby Interfaces.RelativeFmu
        "The imported FMU" annotation (choicesAllMatching=true);
      extends SliderCrank(redeclare block PinUnit = Units.RelativeFromFmu(redeclare model Fmu = Pin));
      parameter SI.Length clearance = 5e-4 "Radial clearance that the FMU was built with, to compare with";
      SI.Length offset = sqrt(slider_pin.unit.r_rel*slider_pin.unit.r_rel) "How far the pin is off the middle of its hole";
      SI.Force force = sqrt(slider_pin.unit.force*slider_pin.unit.force) "Force in the pin";
      Real touch = offset/clearance "Above 1 the pin is in contact";
      annotation (
        experiment(StopTime=0.9, Interval=5e-5, Tolerance=1e-6),
        Documentation(info="<html><p>Three turns. README.md has the command that builds the pin; after its import:</p>
<pre>model Machine
  extends Spiel.Examples.SliderCrankWithPlay(redeclare model Pin = revolute_clearance_me_FMU);
end Machine;</pre>
<p>The first contact comes 3.425 ms after the start, at 0.292 m/s, and lasts 0.44 ms: this is what the same FMU
does in the hosts of examples/hosts. The solver locates it, for the imported pin is integrated by the tool. Its
states are multiples of their ordinary size, so the usual tolerance of 1e-6 will do.</p></html>"));
    end SliderCrankWithPlay;

    partial model SliderCrankStepped "The same machine with a predicted pin in co-simulation"
      replaceable model Pin = Interfaces.RelativeFmu constrainedby Interfaces.RelativeFmu
        "The FMU imported by Modelica-FMI, coupling.method = predicted" annotation (choicesAllMatching=true);
      extends SliderCrank(redeclare block PinUnit = Units.RelativeFromFmu(redeclare model Fmu = Pin));
      annotation (
        experiment(StopTime=0.6, Interval=1e-4, Tolerance=1e-6),
        Documentation(info="<html><p>The import samples the inputs, makes a step and holds the load: its
<code>communicationStepSize</code> is the step, 1e-4 s here. The load of a sample acts in the step that begins
there, so <code>coupling.delay</code> is none. The import tells the FMU that its step ends at the sample, so
<code>contact.start_time</code> reads one step early.</p></html>"));
    end SliderCrankStepped;
  end Examples;

  annotation (
    version="0.1.0",
    uses(Modelica(version="4.0.0"), PlanarMechanics(version="1.6.0")),
    Documentation(info="<html><p>Commands and signs are in README.md beside it. PlanarMechanics is needed for Spiel.Planar only.</p></html>"));
end Spiel;
